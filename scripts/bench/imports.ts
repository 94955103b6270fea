import { csvLine } from '#kit/csv/csv-line.ts'
import type { Db } from '#kit/db/db.ts'
import type { Person } from '../../tests/support/customer.ts'
import { ADMIN, type RunningShop } from '../../tests/support/running-shop.ts'
import { percentileOf } from '../figures.ts'
import { fillCatalogue } from './fill-in-bulk.ts'
import { keepAsking, keepDoing } from './keep-asking.ts'
import { watchMemory } from './memory.ts'
import { SIZES } from './options.ts'
import { onEachDatabase, startBenchShop, startFilledShop } from './shops.ts'
import { atMost, type Figure } from './table.ts'

const GOAL_S = 20
const GOAL_MB = 300
const GOAL_P99_MS = 50
/** Longer than a batch of an import on either database, and the write itself. */
const GOAL_WRITE_P99_MS = 100
const SAMPLE_EVERY_MS = 100
const WRITE_EVERY_MS = 100

/**
 * A price list of all products: read, applied and undone. Meanwhile the product list is requested, also of a second process,
 * in which a customer changes a cart: a write that waits for the import must not keep that process from answering.
 */
export function benchImports(): Promise<Figure[]> {
  return onEachDatabase(async (database, server) => {
    await using open = await startFilledShop(server, fill)
    const { shop, storage, filled: file } = open
    await using second = await startBenchShop({ storage })
    const admin = await shop.signIn(ADMIN)
    const rows = `${SIZES.products.toLocaleString('en-US')} rows, ${database}`
    const memory = watchMemory(shop, SAMPLE_EVERY_MS)
    const lists = [shop, second].map(({ url }) => keepAsking(`${url}/api/product`))
    const carts = await keepWriting(second)
    const read = await timeOf(shop, admin, '/api/import', { body: file, type: 'text/csv' })
    const apply = await timeOf(shop, admin, `/api/import/${read.id}/apply`)
    const undo = await timeOf(shop, admin, `/api/import/${read.id}/undo`)
    const [times, secondTimes, writeTimes] = await Promise.all([...lists, carts].map((each) => each.stop()))
    const p99 = (what: string, sorted: readonly number[] = [], goal = GOAL_P99_MS) =>
      atMost(`${what}, ${database}`, percentileOf(sorted, 0.99), goal, 'ms')
    return [
      { ...atMost(`import read and compared, ${rows}`, read.seconds, GOAL_S, 's'), failed: read.failed },
      { ...atMost(`import applied, ${rows}`, apply.seconds, GOAL_S, 's'), failed: apply.failed },
      { ...atMost(`import undone, ${rows}`, undo.seconds, GOAL_S, 's'), failed: undo.failed },
      atMost(`memory during the import, ${database}`, Math.max(...memory.stop()), GOAL_MB, 'MB'),
      p99('p99 of the product list during the import', times),
      p99('the same in a second process', secondTimes),
      { ...p99('p99 of changing a cart there', writeTimes, GOAL_WRITE_P99_MS), failed: carts.failed() },
    ]
  })
}

/** Fills the database of a stopped shop. Resolves to an export of it in which every price is another one. */
async function fill(db: Db): Promise<string> {
  await fillCatalogue(db, SIZES.products)
  const columns = ['sku', 'name', 'price_e4', 'quantity', 'description', 'image'] as const
  const products = await db.selectFrom('products').select(columns).execute()
  const header = ['sku', 'name', 'price', 'quantity', 'description', 'image']
  const lines = products.map(({ sku, name, price_e4, quantity, description, image }) =>
    csvLine([sku, name, (price_e4 + 1) / 10_000, quantity, description, image]),
  )
  return csvLine(header) + lines.join('')
}

/** Changes the cart of a customer again and again until stopped. */
async function keepWriting(shop: RunningShop) {
  const as = await shop.register()
  const [product] = (await shop.call('GET', '/api/product?limit=1')).body
  let [quantity, failed] = [100, 0]
  const writing = keepDoing(async () => {
    const body = { lines: [{ productId: product._id, quantity }] }
    quantity += 1
    if ((await shop.call('PUT', '/api/cart', { as, body })).status !== 200) failed += 1
  }, WRITE_EVERY_MS)
  return { stop: writing.stop, failed: () => failed }
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
