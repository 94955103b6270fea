import { isEndedBefore, lockUnpaidOrder } from '#features/orders/orders.ts'
import { afterCommit } from '#kit/db/after-commit.ts'
import type { Db } from '#kit/db/db.ts'
import { deleteOldRows } from '#kit/delete-old-rows.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS, MINUTE_MS } from '#kit/time.ts'
import { type Gateway, readDeclines } from '../provider/gateway.ts'
import { paymentRefusals } from '../refusals.ts'
import { paymentSignal } from '../signals.ts'
import { endIntent } from './end-intent.ts'
import { openIntentOf } from './settle.ts'
import '../tables.ts'

/** As many cards of an order can be declined before it takes none for a while: testing stolen cards is no use then. */
const MOST_DECLINES = 10
const PAUSE_MS = 10 * MINUTE_MS

/** Counts the declined cards of an intent; if the order takes no card for now, its open intent is cancelled. */
export async function pauseAfterDeclines(shop: Shop, gateway: Gateway, intentId: string): Promise<void> {
  const orderId = await countDeclines(shop, gateway, intentId)
  if (orderId === undefined || (await pausedUntil(shop, shop.db, orderId)) === undefined) return
  const openId = await openIntentOf(shop.db, orderId)
  if (openId !== undefined) await endIntent(shop, gateway, { orderId, intentId: openId })
}

/**
 * Counts the declined cards of an intent of this shop, as the provider lists them, each once. After too many of its order
 * the order takes no card for a while. Returns the id of the order.
 */
export async function countDeclines(
  shop: Shop,
  gateway: Gateway,
  intentId: string,
): Promise<string | undefined> {
  const payment = await shop.db
    .selectFrom('payments')
    .select('order_id')
    .where('intent_id', '=', intentId)
    .executeTakeFirst()
  if (!payment) return undefined
  const orderId = payment.order_id
  const chargeIds = await readDeclines(gateway, intentId)
  if (chargeIds.length > 0) await recordDeclines(shop, { orderId, intentId, chargeIds })
  return orderId
}

/** Declines that are counted during a pause were tried before it, so they do not lead to the next one. */
async function recordDeclines(
  shop: Shop,
  { orderId, intentId, chargeIds }: { orderId: string; intentId: string; chargeIds: readonly string[] },
): Promise<void> {
  const now = shop.now()
  await shop.db.transaction().execute(async (trx) => {
    if (!(await lockUnpaidOrder(trx, orderId))) return
    await trx
      .insertInto('declined_cards')
      .values(chargeIds.map((charge_id) => ({ charge_id, order_id: orderId, counted_at: now })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const lastPauseEnd = await pauseEnd(trx, orderId)
    if (lastPauseEnd > now || (await countSince(trx, orderId, lastPauseEnd)) < MOST_DECLINES) return
    const paused_until = now + PAUSE_MS
    await trx
      .insertInto('payment_pauses')
      .values({ order_id: orderId, paused_until })
      .onConflict((conflict) => conflict.column('order_id').doUpdateSet({ paused_until }))
      .execute()
    afterCommit(trx, () => paymentSignal.send({ orderId, intentId, outcome: 'paused' }))
  })
}

async function countSince(db: Db, orderId: string, since: number): Promise<number> {
  const { count } = await db
    .selectFrom('declined_cards')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('order_id', '=', orderId)
    .where('counted_at', '>=', since)
    .executeTakeFirstOrThrow()
  return count
}

/** When the last pause of the order ends, or ended; 0 when it never had one. */
async function pauseEnd(db: Db, orderId: string): Promise<number> {
  const pause = await db
    .selectFrom('payment_pauses')
    .select('paused_until')
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return pause?.paused_until ?? 0
}

/** Until when the order takes no card; undefined when it takes one now. */
export async function pausedUntil(shop: Shop, db: Db, orderId: string): Promise<number | undefined> {
  const end = await pauseEnd(db, orderId)
  return end > shop.now() ? end : undefined
}

/**
 * Deletes what is stored about failed tries to pay an order, declined cards, the pause and refused intents, a day after it
 * was paid or cancelled: it takes no card any more.
 */
export async function deleteOldTries({ db, now }: Shop): Promise<void> {
  const before = now() - DAY_MS
  for (const table of ['declined_cards', 'payment_pauses', 'intent_attempts'] as const)
    await deleteOldRows(db, table, before, isEndedBefore(`${table}.order_id`, before), 'order_id')
}

/** The refusal of a payment while the order takes no card. */
export function tooManyDeclines(shop: Shop, until: number): AppError {
  const seconds = Math.ceil((until - shop.now()) / 1000)
  const minutes = Math.ceil(seconds / 60)
  return new AppError(
    paymentRefusals.tooManyDeclines,
    `${MOST_DECLINES} cards were declined, so this order takes none for now. Nothing was charged. Ask your bank why, or use another card, and try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    {},
    { 'Retry-After': String(seconds) },
  )
}
