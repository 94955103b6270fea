import { sql } from 'kysely'
import { type Database, type Db, openDatabase } from '#kit/db/db.ts'
import { salesOfPaidOrders } from '../../migrations/0025-overview.ts'
import { userIdOf } from '../../tests/support/customer.ts'
import { ADMIN, emptyStorage } from '../../tests/support/running-shop.ts'
import { startBenchShop } from './bench-shop.ts'
import { onEachDatabase } from './databases.ts'
import { fillInBulk, fillOrders, fillProducts } from './fill.ts'
import { keepAsking } from './keep-asking.ts'
import { type Measured, measureLatency } from './latency.ts'
import { SIZES } from './options.ts'
import type { Figure } from './table.ts'

const { rows: ROWS } = SIZES
/** Enough for a seller of thousands of parts; each is sold on many days of the year. */
const PRODUCTS = Math.ceil(ROWS / 100)
const GOAL_MS = 200
const WAIT_GOAL_MS = 100

/**
 * The overview of 365 days with a million orders in them: the first call of a process, the next ones, and the call after a
 * refund of the oldest order; and how long another request waits meanwhile.
 */
export function benchOverview(): Promise<Figure[]> {
  return onEachDatabase(async (name, server) => {
    await using storage = await emptyStorage(server)
    await using shop = await startBenchShop({ storage })
    const customer = await shop.register()
    await shop.stop()
    const database = openDatabase(storage)
    const id = await userIdOf(database, customer)
    await fillInBulk(
      database,
      ['products', 'product_facets', 'orders', 'order_lines', ...TOTALS],
      async (trx) => {
        await fillProducts(trx, database.kind, PRODUCTS)
        await fillOrders(trx, ROWS, PRODUCTS, { regular: id, occasional: id })
        await spreadOverYear(trx)
      },
    )
    await shop.restart()
    const { token } = await shop.signIn(ADMIN)
    const view = {
      name: 'overview',
      address: () => `${shop.url}/api/overview?days=365`,
      headers: { Authorization: `Bearer ${token}` },
    }
    const first = await measureLatency({ ...view, warmUp: 0, requests: 1 })
    const others = keepAsking(`${shop.url}/healthz`)
    const next = await measureLatency(view)
    const waits = await others.stop()
    await refundOldest(database)
    const afterRefund = await measureLatency({ ...view, warmUp: 0, requests: 1 })
    await database.close()
    const what = (call: string) =>
      `overview of 365 days, ${ROWS.toLocaleString('en-US')} orders, ${name}, ${call}`
    return [
      figureOf(what('first call'), first),
      figureOf(what('next calls'), next),
      figureOf(what('after a refund of the oldest order'), afterRefund),
      {
        what: what('another request meanwhile'),
        shop: `${(waits.at(-1) ?? 0).toFixed(1)} ms at most`,
        goal: `≤ ${WAIT_GOAL_MS} ms`,
        isMet: (waits.at(-1) ?? Number.POSITIVE_INFINITY) <= WAIT_GOAL_MS,
        failed: 0,
      },
    ]
  })
}

function figureOf(what: string, { medianMs, p99Ms, failed }: Measured): Figure {
  return {
    what,
    shop: `${medianMs.toFixed(1)} ms`,
    p99Ms: Math.round(p99Ms * 10) / 10,
    goal: `p99 ≤ ${GOAL_MS} ms`,
    isMet: p99Ms <= GOAL_MS,
    failed,
  }
}

/** Records a refund of a cent of the order that was paid first. */
async function refundOldest({ db }: Database): Promise<void> {
  const { id } = await db
    .selectFrom('orders')
    .select('id')
    .where('paid_at', 'is not', null)
    .orderBy('paid_at')
    .limit(1)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('orders')
    .set((eb) => ({ refunded_cents: eb('refunded_cents', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** The tables of running totals. */
const TOTALS = ['sales_days', 'product_sales', 'sold_products']

const YEAR_MS = 365 * 24 * 3_600_000

/** Spreads the payments of the filled orders evenly over the days until now, and adds them up as a migration does. */
async function spreadOverYear(trx: Db): Promise<void> {
  await sql`update orders set paid_at = cast(${sql.lit(Date.now() - YEAR_MS)} +
    (paid_at - 1700000000000) * ${sql.lit(YEAR_MS / ROWS)} as bigint) where paid_at is not null`.execute(trx)
  for (const table of TOTALS) await sql`delete from ${sql.table(table)}`.execute(trx)
  for (const statement of salesOfPaidOrders) await sql.raw(statement).execute(trx)
}
