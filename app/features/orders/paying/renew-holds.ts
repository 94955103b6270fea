import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import type { Shop } from '#kit/shop.ts'
import { findAllowed } from '../transitions/transitions.ts'
import { recordExtended } from './extend-holds.ts'
import '../tables.ts'

const EXTENDED = findAllowed('extend', 'overdue', 'shop')

/** Unpaid orders whose hold is over. */
export const isOverdue = (now: number): RawBuilder<boolean> =>
  sql<boolean>`paid_at is null and cancelled_at is null and hold_until <= ${now}`

/**
 * Gives unpaid orders whose hold is over their time again, at most `HOLD_HOURS`: a restored shop was away, and nobody could pay
 * them. They are reminded again before the new end.
 */
export async function renewHolds(trx: Db, { config }: Pick<Shop, 'config'>, now: number): Promise<void> {
  const whole = sql<number>`hold_until - created_at`
  const renewed = await trx
    .updateTable('orders')
    .set({
      hold_until: sql<number>`cast(${now} + case when ${whole} < ${config.holdMs} then ${whole} else ${config.holdMs} end as bigint)`,
      reminded_at: null,
      lapse_retry_at: null,
    })
    .where(isOverdue(now))
    .returning(['id', 'hold_until'])
    .execute()
  await recordExtended(trx, EXTENDED, renewed, now)
}
