import { setTimeout as pause } from 'node:timers/promises'
import { csvLine } from '#kit/csv/csv-line.ts'
import { openDatabase } from '#kit/db/db.ts'
import type { Person } from '../../tests/support/customer.ts'
import { ADMIN, emptyStorage, type RunningShop } from '../../tests/support/running-shop.ts'
import { startBenchShop } from './bench-shop.ts'
import { onEachDatabase } from './databases.ts'
import { fillInBulk, fillProducts } from './fill.ts'
import { keepAsking } from './keep-asking.ts'
import { watchMemory } from './memory.ts'
import { SIZES } from './options.ts'
import { atMost, type Figure } from './table.ts'

const GOAL_S = 20
const GOAL_MB = 300
const GOAL_P99_MS = 50
/** Longer than a batch of an import on either database, and the write itself. */
const GOAL_WRITE_P99_MS = 100
const SAMPLE_EVERY_MS = 100
const WRITE_EVERY_MS = 100

/** Of times in ascending sequence. */
const p99Of = (times: readonly number[]): number => times[Math.floor(times.length * 0.99)] ?? Number.NaN

/**
 * A price list of all products: read, applied and undone. Meanwhile the product list is requested, also of a second process,
 * in which a customer changes a cart: a write that waits for the import must not keep that process from answering.
 */
export function benchImports(): Promise<Figure[]> {
  return onEachDatabase(async (database, server) => {
    await using storage = await emptyStorage(server)
    await using shop = await startBenchShop({ storage })
    await shop.stop()
    const file = await fill(storage)
    await shop.restart()
    await using second = await startBenchShop({ storage })
    const admin = await shop.signIn(ADMIN)
    const rows = `${SIZES.products.toLocaleString('en-US')} rows, ${database}`
    const memory = watchMemory(shop, SAMPLE_EVERY_MS)
    const lists = [shop, second].map(({ url }) => keepAsking(`${url}/api/product`))
    const carts = await keepWriting(second)
    const read = await timeOf(shop, admin, '/api/import', { body: file, type: 'text/csv' })
    const apply = await timeOf(shop, admin, `/api/import/${read.id}/apply`)
    const undo = await timeOf(shop, admin, `/api/import/${read.id}/undo`)
    const [p99Ms, secondP99Ms] = (await Promise.all(lists.map((list) => list.stop()))).map(p99Of)
    const written = await carts.stop()
    return [
      { ...atMost(`import read and compared, ${rows}`, read.seconds, GOAL_S, 's'), failed: read.failed },
      { ...atMost(`import applied, ${rows}`, apply.seconds, GOAL_S, 's'), failed: apply.failed },
      { ...atMost(`import undone, ${rows}`, undo.seconds, GOAL_S, 's'), failed: undo.failed },
      atMost(`memory during the import, ${database}`, Math.max(...memory.stop()), GOAL_MB, 'MB'),
      atMost(
        `p99 of the product list during the import, ${database}`,
        p99Ms ?? Number.NaN,
        GOAL_P99_MS,
        'ms',
      ),
      atMost(`the same in a second process, ${database}`, secondP99Ms ?? Number.NaN, GOAL_P99_MS, 'ms'),
      {
        ...atMost(`p99 of changing a cart there, ${database}`, p99Of(written.times), GOAL_WRITE_P99_MS, 'ms'),
        failed: written.failed,
      },
    ]
  })
}

/** Fills the database of a stopped shop. Resolves to an export of it in which every price is another one. */
async function fill(storage: Parameters<typeof openDatabase>[0]): Promise<string> {
  const database = openDatabase(storage)
  await fillInBulk(database, ['products', 'product_facets'], (trx) =>
    fillProducts(trx, database.kind, SIZES.products),
  )
  const columns = ['sku', 'name', 'price_e4', 'quantity', 'description', 'image'] as const
  const products = await database.db.selectFrom('products').select(columns).execute()
  await database.close()
  const header = ['sku', 'name', 'price', 'quantity', 'description', 'image']
  const lines = products.map(({ sku, name, price_e4, quantity, description, image }) =>
    csvLine([sku, name, (price_e4 + 1) / 10_000, quantity, description, image]),
  )
  return csvLine(header) + lines.join('')
}

/** Changes the cart of a customer again and again until stopped, which resolves to the times in ms, the shortest first. */
async function keepWriting(shop: RunningShop) {
  const as = await shop.register()
  const [product] = (await shop.call('GET', '/api/product?limit=1')).body
  const times: number[] = []
  let [stopped, failed] = [false, 0]
  const write = async (): Promise<void> => {
    for (let quantity = 100; !stopped; quantity += 1) {
      const startedMs = performance.now()
      const body = { lines: [{ productId: product._id, quantity }] }
      if ((await shop.call('PUT', '/api/cart', { as, body })).status !== 200) failed += 1
      times.push(performance.now() - startedMs)
      await pause(WRITE_EVERY_MS)
    }
  }
  const writing = write()
  return {
    stop: async () => {
      stopped = true
      await writing
      return { times: times.sort((one, other) => one - other), failed }
    },
  }
}

interface Sent {
  readonly body: string
  readonly type: string
}

/** The duration of a call, and the id of its import. */
async function timeOf({ url }: RunningShop, { token }: Person, path: string, sent?: Sent) {
  const headers = { Authorization: `Bearer ${token}`, ...(sent && { 'Content-Type': sent.type }) }
  const startedMs = performance.now()
  const answer = await fetch(url + path, { method: 'POST', headers, ...(sent && { body: sent.body }) })
  const { _id } = (await answer.json()) as { _id: string }
  return { id: _id, seconds: (performance.now() - startedMs) / 1000, failed: answer.ok ? 0 : 1 }
}
