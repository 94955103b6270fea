import { sql } from 'kysely'
import { isOverdue } from '#features/orders/orders.ts'
import { readWaitingRestore } from '#kit/backup/waiting-restore.ts'
import type { Db } from '#kit/db/db.ts'
import { countUpToLimit } from '#kit/db/row-counts.ts'
import { MAIL } from '#kit/mail/transport.ts'
import type { Shop } from '#kit/shop.ts'
import { toIso } from '#kit/time.ts'
import type { RestoreState } from '../schema.ts'
import '#features/payments/tables.ts'

const NOTHING = { mails: 0, orders: 0, refunds: 0 }

/** Whether the database is a restored copy, and what would follow if it became the shop. */
export async function readRestoreState({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<RestoreState> {
  const restore = await readWaitingRestore(db)
  if (!restore) return { isWaiting: false, ...NOTHING }
  const [mails, orders, asked, unmatched] = await Promise.all([
    countWaiting(db, sql`outbox where kind = ${MAIL} and next_attempt_at is not null`),
    countWaiting(db, sql`orders where ${isOverdue(now())}`),
    countWaiting(db, sql`order_refunds where state = 'asked'`),
    countWaiting(db, sql`unmatched_refunds where next_attempt_at is not null`),
  ])
  const { restoredAt, madeAt } = restore
  return {
    isWaiting: true,
    restoredAt: toIso(restoredAt),
    ...(madeAt !== undefined && { backedUpAt: toIso(madeAt) }),
    mails,
    orders,
    refunds: asked + unmatched,
  }
}

const countWaiting = async (db: Db, rows: ReturnType<typeof sql>): Promise<number> =>
  (await countUpToLimit(db, sql`select 1 from ${rows}`)).total
