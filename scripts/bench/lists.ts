import { openDatabase } from '#kit/db/db.ts'
import { emptyStorage } from '../../tests/support/running-shop.ts'
import { startBenchShop } from './bench-shop.ts'
import { onEachDatabase } from './databases.ts'
import { fillInBulk, fillProducts } from './fill.ts'
import { measureLatency } from './latency.ts'
import { SIZES } from './options.ts'
import { atMost, type Figure } from './table.ts'

const LINES = 200
const UNKNOWN_LINES = 500
const GOAL_MS = 20

/** A list whose part numbers are all misspelt costs a search for each of the first ones. */
const UNKNOWN_GOAL_MS = 200
const UNKNOWN_REQUESTS = 30

/** Quotes of long lists, one request after another. */
export function benchLists(): Promise<Figure[]> {
  return onEachDatabase(async (database, server) => {
    await using storage = await emptyStorage(server)
    await using shop = await startBenchShop({ storage })
    await shop.stop()
    const skus = await fill(storage)
    await shop.restart()
    const partsAt = (turn: number, count: number) =>
      Array.from({ length: count }, (_, index) => skus[(turn * count + index) % skus.length] ?? '')
    const bodies = {
      [`quote of ${LINES} lines`]: (turn: number) => ({
        lines: partsAt(turn, LINES).map((sku) => ({ sku, quantity: 200 })),
      }),
      [`quote of a text of ${LINES} lines`]: (turn: number) => ({
        text: partsAt(turn, LINES)
          .map((sku) => `${sku}\tSample part\t1,000 pcs`)
          .join('\n'),
      }),
      [`quote of a text of ${UNKNOWN_LINES} unknown lines`]: (turn: number) => ({
        text: partsAt(turn, UNKNOWN_LINES)
          .map((sku) => `${sku}9 200`)
          .join('\n'),
      }),
    }
    const figures: Figure[] = []
    for (const [name, bodyAt] of Object.entries(bodies)) {
      const what = `${name}, ${SIZES.products.toLocaleString('en-US')} products, ${database}`
      const isUnknown = name.includes('unknown')
      const { medianMs, p99Ms, failed } = await measureLatency({
        name: what,
        address: () => `${shop.url}/api/quote`,
        headers: {},
        body: (turn) => JSON.stringify(bodyAt(turn)),
        ...(isUnknown && { requests: UNKNOWN_REQUESTS }),
      })
      const goal = isUnknown ? UNKNOWN_GOAL_MS : GOAL_MS
      figures.push({ ...atMost(what, medianMs, goal, 'ms'), p99Ms: Math.round(p99Ms * 10) / 10, failed })
    }
    return figures
  })
}

/** Fills the database of a stopped shop. Resolves to the part numbers in an order that no index has. */
async function fill(storage: Parameters<typeof openDatabase>[0]): Promise<string[]> {
  const database = openDatabase(storage)
  await fillInBulk(database, ['products', 'product_facets'], (trx) =>
    fillProducts(trx, database.kind, SIZES.products),
  )
  const rows = await database.db
    .selectFrom('products')
    .select('sku')
    .orderBy('quantity')
    .orderBy('name')
    .execute()
  await database.close()
  return rows.map(({ sku }) => sku)
}
