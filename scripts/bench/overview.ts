import { sql } from 'kysely'
import { type Db, kindOf, openDatabase } from '#kit/db/db.ts'
import { DAY_MS } from '#kit/time.ts'
import { moneyOfOrders } from '../../migrations/0067-shop-days.ts'
import type { Storage } from '../../tests/support/running-shop.ts'
import { fillShop, TOTALS } from './fill-in-bulk.ts'
import { keepAsking, measureLatency } from './measure.ts'
import { SIZES } from './options.ts'
import { bearerOf, counted, onEachFilled } from './shops.ts'
import { atMost, type Figure, latencyFigure } from './table.ts'

const { rows: ROWS } = SIZES
/** Enough for a seller of thousands of parts; each is sold on many days of the year. */
const PRODUCTS = Math.ceil(ROWS / 100)
const GOAL_MS = 200
const WAIT_GOAL_MS = 100

/**
 * The overview of 365 days with a million orders in them: the first call of a process, the next ones, and the call after a
 * refund of the oldest order; and how long another request waits meanwhile.
 */
export const benchOverview = (): Promise<Figure[]> =>
  onEachFilled(
    (db, customers) => fillShop(db, { products: PRODUCTS, orders: ROWS }, customers, spreadOverYear),
    async ({ database, shop, storage, admin }) => {
      const address = `${shop.url}/api/overview?days=365`
      const view = { address: () => address, headers: bearerOf(admin) }
      const once = { ...view, warmUp: 0, requests: 1 }
      const first = await measureLatency(once)
      const others = keepAsking(`${shop.url}/healthz`)
      const next = await measureLatency(view)
      const { times: waits } = await others.stop()
      await refundOldest(storage)
      const afterRefund = await measureLatency(once)
      const what = `overview of 365 days, ${counted(ROWS)} orders, ${database}`
      const longestMs = waits.at(-1) ?? Number.NaN
      return [
        latencyFigure(`${what}, first call`, first, { p99Ms: GOAL_MS }),
        latencyFigure(`${what}, next calls`, next, { p99Ms: GOAL_MS }),
        latencyFigure(`${what}, after a refund of the oldest order`, afterRefund, { p99Ms: GOAL_MS }),
        atMost(`${what}, longest wait of another request meanwhile`, longestMs, WAIT_GOAL_MS, 'ms'),
      ]
    },
  )

/** Records a refund of a cent of the order that was paid first. */
async function refundOldest(storage: Storage): Promise<void> {
  const database = openDatabase(storage)
  const oldest = database.db.selectFrom('orders').select('id').where('paid_at', 'is not', null)
  await database.db
    .updateTable('orders')
    .set((eb) => ({ refunded_cents: eb('refunded_cents', '+', 1) }))
    .where('id', '=', oldest.orderBy('paid_at').limit(1))
    .execute()
  await database.close()
}

const YEAR_MS = 365 * DAY_MS

/** Spreads the payments of the filled orders evenly over the days until now, and adds them up as a migration does. */
async function spreadOverYear(trx: Db): Promise<void> {
  // PostgreSQL's triggers add up what one change of few orders did. Here all are changed, and added up below.
  const triggers = async (state: 'disable' | 'enable') => {
    if (kindOf(trx) === 'sqlite') return
    for (const table of ['orders', 'order_lines'])
      await sql.raw(`alter table ${table} ${state} trigger user`).execute(trx)
  }
  await triggers('disable')
  await sql`update orders set paid_at = cast(${sql.lit(Date.now() - YEAR_MS)} +
    (paid_at - 1700000000000) * ${sql.lit(YEAR_MS / ROWS)} as bigint) where paid_at is not null`.execute(trx)
  for (const table of TOTALS) await sql`delete from ${sql.table(table)}`.execute(trx)
  for (const statement of moneyOfOrders(kindOf(trx))) await sql.raw(statement).execute(trx)
  await triggers('enable')
}
