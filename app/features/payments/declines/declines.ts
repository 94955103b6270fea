import { isEmailVerified } from '#features/accounts/accounts.ts'
import { isEndedBefore, lockFor, ordersPlacedOrEntered } from '#features/orders/orders.ts'
import { afterCommit } from '#kit/db/after-commit.ts'
import type { Db } from '#kit/db/db.ts'
import { deleteOldRows } from '#kit/delete-old-rows.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kit/time.ts'
import { type Gateway, readDeclines } from '../provider/gateway.ts'
import { paymentRefusals } from '../refusals.ts'
import { paymentSignal } from '../signals.ts'
import '../tables.ts'

/** As many cards of an order can be declined before it takes none for a while: testing stolen cards is no use then. */
const MOST_DECLINES = 10
const PAUSE_MS = 10 * MINUTE_MS

/**
 * As many cards can be declined within an hour over all orders of an account, and over all accounts and payment links from a
 * network address. Orders are free, so the pause of an order alone stops nobody.
 */
export const MOST_DECLINES_AN_HOUR = { unverified: 20, verified: 60, address: 120 } as const

/** What a card is tried for. */
export interface Tried {
  readonly orderId: string
  /** The customer of the order, whoever pays it. */
  readonly customerId: string
  /** An admin entered it for the customer. Such orders count apart: whoever registered the e-mail of another must not stop their links. */
  readonly isEntered: boolean
  /** Of the payer, as `payments` has it. */
  readonly from: string | null
}

/** Which of order, account and network address takes no card for now, and until when (ms). */
export interface Block {
  readonly until: number
  readonly by: ReadonlySet<'order' | 'account' | 'address'>
}

/**
 * Counts the declined cards of an intent of this shop, as the provider lists them, each once, also when its order is paid or
 * cancelled meanwhile. After too many of its order the order takes no card for a while. Undefined for an intent that is none of
 * this shop.
 */
export async function countDeclines(
  shop: Shop,
  gateway: Gateway,
  intentId: string,
): Promise<Tried | undefined> {
  const payment = await shop.db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select(['order_id', 'asked_from', 'user_id', 'entered_by'])
    .where('intent_id', '=', intentId)
    .executeTakeFirst()
  if (!payment) return undefined
  const { order_id: orderId, user_id: customerId, asked_from: from } = payment
  const tried = { orderId, customerId, isEntered: payment.entered_by !== null, from }
  const chargeIds = await readDeclines(gateway, intentId)
  if (chargeIds.length > 0) await recordDeclines(shop, tried, { intentId, chargeIds })
  return tried
}

/** Declines that are counted during a pause were tried before it, so they do not lead to the next one. */
async function recordDeclines(
  shop: Shop,
  { orderId, customerId, from }: Tried,
  { intentId, chargeIds }: { intentId: string; chargeIds: readonly string[] },
): Promise<void> {
  const now = shop.now()
  const row = { order_id: orderId, user_id: customerId, asked_from: from, counted_at: now }
  await shop.db.transaction().execute(async (trx) => {
    const unpaid = await lockFor(trx, orderId, 'pay', { by: 'provider', at: now })
    await trx
      .insertInto('declined_cards')
      .values(chargeIds.map((charge_id) => ({ charge_id, ...row })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    if (!unpaid) return
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

/** What takes no card now of what it is tried for; undefined when it can be tried. */
export async function findBlock(shop: Shop, db: Db, tried: Tried): Promise<Block | undefined> {
  const { orderId, customerId, isEntered, from } = tried
  const { unverified, verified, address } = MOST_DECLINES_AN_HOUR
  const ofAccount = (await isEmailVerified(db, customerId)) ? verified : unverified
  const ends = [
    ['order', await pauseEnd(db, orderId)],
    ['account', await hourEnd(shop, cardsOfAccount(db, customerId, isEntered), ofAccount)],
    [
      'address',
      from === null ? 0 : await hourEnd(shop, declinedCards(db).where('asked_from', '=', from), address),
    ],
  ] as const
  const reached = ends.filter(([, end]) => end > shop.now())
  if (reached.length === 0) return undefined
  return { until: Math.max(...reached.map(([, end]) => end)), by: new Set(reached.map(([by]) => by)) }
}

const declinedCards = (db: Db) => db.selectFrom('declined_cards').select('counted_at')

/** Those of orders that admins entered for the account, or those of the others. */
const cardsOfAccount = (db: Db, customerId: string, isEntered: boolean) =>
  declinedCards(db)
    .where('declined_cards.user_id', '=', customerId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('orders')
          .select('id')
          .whereRef('id', '=', 'declined_cards.order_id')
          .where(ordersPlacedOrEntered(customerId, isEntered)),
      ),
    )

/** When fewer than `most` of these cards are in the last hour again; 0 when they are already. */
async function hourEnd(
  { now }: Shop,
  cards: ReturnType<typeof declinedCards>,
  most: number,
): Promise<number> {
  const first = await cards
    .where('counted_at', '>', now() - HOUR_MS)
    .orderBy('counted_at', 'desc')
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst()
  return first ? first.counted_at + HOUR_MS : 0
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

/** The refusal of a payment while no card is taken. It is the same for customer and link: neither learns of the other's orders. */
export function tooManyDeclines(shop: Shop, { until, by }: Block): AppError {
  const seconds = Math.ceil((until - shop.now()) / 1000)
  const minutes = Math.ceil(seconds / 60)
  const why =
    by.size === 1 && by.has('order')
      ? `${MOST_DECLINES} cards were declined, so this order takes none for now.`
      : 'Too many cards were declined in the last hour, so no card is taken for now.'
  return new AppError(
    paymentRefusals.tooManyDeclines,
    `${why} Nothing was charged. Ask your bank why, or use another card, and try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    {},
    { 'Retry-After': String(seconds) },
  )
}
