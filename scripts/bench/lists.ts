import type { Db } from '#kit/db/db.ts'
import { saveSettings, TRADE } from '../../tests/support/delivery-shop.ts'
import { ADMIN } from '../../tests/support/running-shop.ts'
import { fillCatalogue } from './fill-in-bulk.ts'
import { measureLatency } from './latency.ts'
import { SIZES } from './options.ts'
import { onEachDatabase, startFilledShop } from './shops.ts'
import { type Figure, latencyFigure } from './table.ts'

const LINES = 200
const UNKNOWN_LINES = 500
const GOAL_MS = 20

/** A list whose part numbers are all misspelt costs a search for each of the first ones. */
const UNKNOWN_GOAL_MS = 200
const UNKNOWN_REQUESTS = 30

/** Every quote fits a rate of each method. */
const DELIVERED = {
  ...TRADE,
  delivery: {
    ...TRADE.delivery,
    methods: TRADE.delivery.methods.map((method) => ({
      ...method,
      rates: [{ uptoKg: 100_000, price: 50 }],
    })),
  },
}

/** Quotes of long lists, one request after another. */
export function benchLists(): Promise<Figure[]> {
  return onEachDatabase(async (database, server) => {
    await using open = await startFilledShop(server, fill)
    const { shop, filled: skus } = open
    await saveSettings(shop, await shop.signIn(ADMIN), DELIVERED)
    const partsAt = (turn: number, count: number) =>
      Array.from({ length: count }, (_, index) => skus[(turn * count + index) % skus.length] ?? '')
    const bodies = {
      [`quote of ${LINES} lines`]: (turn: number) => ({
        lines: partsAt(turn, LINES).map((sku) => ({ sku, quantity: 200 })),
      }),
      [`quote of ${LINES} lines with delivery and tax`]: (turn: number) => ({
        lines: partsAt(turn, LINES).map((sku) => ({ sku, quantity: 200 })),
        deliverTo: { country: 'FR', postcode: '69002' },
        vatId: 'FR40303265045',
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
      const measured = await measureLatency({
        name: what,
        address: () => `${shop.url}/api/quote`,
        headers: {},
        body: (turn) => JSON.stringify(bodyAt(turn)),
        ...(isUnknown && { requests: UNKNOWN_REQUESTS }),
      })
      figures.push(latencyFigure(what, measured, { medianMs: isUnknown ? UNKNOWN_GOAL_MS : GOAL_MS }))
    }
    return figures
  })
}

/** Resolves to the part numbers in a sequence that no index has. */
async function fill(db: Db): Promise<string[]> {
  await fillCatalogue(db, SIZES.products)
  const rows = db.selectFrom('products').select('sku').orderBy('quantity').orderBy('name')
  return (await rows.execute()).map(({ sku }) => sku)
}
