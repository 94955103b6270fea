import { type RawBuilder, sql } from 'kysely'
import { afterCommit } from '#kit/db/after-commit.ts'
import type { Db } from '#kit/db/db.ts'
import type { Shop } from '#kit/shop.ts'
import { toIso } from '#kit/time.ts'
import { insertEvents, sendEvent } from '../records/order-rows.ts'
import { SHOP_ACTOR } from '../states.ts'
import { eventOf, findAllowed } from '../transitions/transitions.ts'
import '../tables.ts'

/** Rows of one statement: databases limit its parameters. */
const AT_ONCE = 1000

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
  const events = renewed.map(({ id, hold_until }) => ({
    orderId: id,
    kind: eventOf(EXTENDED),
    actor: SHOP_ACTOR,
    at: now,
    detail: `until ${toIso(hold_until)}`,
  }))
  for (let from = 0; from < events.length; from += AT_ONCE)
    await insertEvents(trx, events.slice(from, from + AT_ONCE))
  afterCommit(trx, () => events.forEach(sendEvent))
}
