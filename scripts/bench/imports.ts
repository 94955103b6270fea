import { csvLine } from '#kit/csv/csv-line.ts'
import { openDatabase } from '#kit/db/db.ts'
import type { Person } from '../../tests/support/customer.ts'
import { ADMIN, emptyStorage, type RunningShop } from '../../tests/support/running-shop.ts'
import { startBenchShop } from './bench-shop.ts'
import { onEachDatabase } from './databases.ts'
import { fillInBulk, fillProducts } from './fill.ts'
import { keepAsking } from './keep-asking.ts'
import { watchMemory } from './memory.ts'
import { SIZES } from './sizes.ts'
import { atMost, type Figure } from './table.ts'

const GOAL_S = 20
const GOAL_MB = 300
const GOAL_P99_MS = 50
const SAMPLE_EVERY_MS = 100

/** A price list of all products: read, applied and undone, with the product list requested meanwhile. */
export function benchImports(): Promise<Figure[]> {
  return onEachDatabase(async (database, server) => {
    await using storage = await emptyStorage(server)
    await using shop = await startBenchShop({ storage })
    await shop.stop()
    const file = await fill(storage)
    await shop.restart()
    const admin = await shop.signIn(ADMIN)
    const rows = `${SIZES.products.toLocaleString('en-US')} rows, ${database}`
    const memory = watchMemory(shop, SAMPLE_EVERY_MS)
    const list = keepAsking(`${shop.url}/api/product`)
    const read = await timeOf(shop, admin, '/api/import', { body: file, type: 'text/csv' })
    const apply = await timeOf(shop, admin, `/api/import/${read.id}/apply`)
    const undo = await timeOf(shop, admin, `/api/import/${read.id}/undo`)
    const times = await list.stop()
    const p99Ms = times[Math.floor(times.length * 0.99)] ?? Number.NaN
    return [
      { ...atMost(`import read and compared, ${rows}`, read.seconds, GOAL_S, 's'), failed: read.failed },
      { ...atMost(`import applied, ${rows}`, apply.seconds, GOAL_S, 's'), failed: apply.failed },
      { ...atMost(`import undone, ${rows}`, undo.seconds, GOAL_S, 's'), failed: undo.failed },
      atMost(`memory during the import, ${database}`, Math.max(...memory.stop()), GOAL_MB, 'MB'),
      atMost(`p99 of the product list during the import, ${database}`, p99Ms, GOAL_P99_MS, 'ms'),
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
