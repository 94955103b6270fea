import { sql } from 'kysely'
import type Stripe from 'stripe'
import { type Actor, recordAudit } from '#kit/audit/audit.ts'
import type { Db } from '#kit/db/db.ts'
import { countUpToLimit } from '#kit/db/row-counts.ts'
import { isAmong } from '#kit/input/search.ts'
import { centsToDollars } from '#kit/money.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { SECOND_MS, toIso } from '#kit/time.ts'
import type { UnmatchedPayment } from '../schema.ts'
import { findShopId } from './shop-id.ts'
import '../tables.ts'

/**
 * Lists a payment that the database does not know, once, with a warning in the log. Nothing is refunded: a restore lost the order,
 * or that it was paid, and it may be shipped.
 */
export async function recordLostOrder(shop: Shop, intent: Stripe.PaymentIntent): Promise<void> {
  const { orderId = '' } = intent.metadata
  const row = { intent_id: intent.id, order_id: orderId, amount_cents: intent.amount_received }
  const inserted = await shop.db
    .insertInto('lost_order_payments')
    .values({ ...row, paid_at: intent.created * SECOND_MS, decision: null })
    .onConflict((conflict) => conflict.column('intent_id').doNothing())
    .returning('intent_id')
    .executeTakeFirst()
  if (inserted)
    shop.log.warn(
      { orderId, intentId: intent.id, amountCents: intent.amount_received },
      'a restore lost the order of a payment: an admin has to decide about it',
    )
}

/** The ids of those of these intents of this shop whose payment it does not know. */
export async function unknownPayments(db: Db, intents: readonly Stripe.PaymentIntent[]): Promise<string[]> {
  const shopId = await findShopId(db)
  const own = intents.filter(({ metadata }) => metadata.shopId === shopId).map(({ id }) => id)
  if (own.length === 0) return []
  const [paid, unmatched, lost] = await Promise.all([
    db
      .selectFrom('orders')
      .select('transaction_id as id')
      .where(isAmong(db, 'transaction_id', own))
      .execute(),
    db
      .selectFrom('unmatched_refunds')
      .select('intent_id as id')
      .where(isAmong(db, 'intent_id', own))
      .execute(),
    db
      .selectFrom('lost_order_payments')
      .select('intent_id as id')
      .where(isAmong(db, 'intent_id', own))
      .execute(),
  ])
  const known = new Set([...paid, ...unmatched, ...lost].map(({ id }) => id))
  return own.filter((id) => !known.has(id))
}

const LISTED = 100

/**
 * The newest payments that match no payable order: those of lost orders, about which an admin decides, and those that are
 * refunded by themselves. The first that wait for a decision come first.
 */
export async function listUnmatchedPayments(db: Db): Promise<UnmatchedPayment[]> {
  const lost = await db
    .selectFrom('lost_order_payments')
    .leftJoin('unmatched_refunds', 'unmatched_refunds.intent_id', 'lost_order_payments.intent_id')
    .select(['lost_order_payments.intent_id', 'lost_order_payments.order_id', 'paid_at', 'decision'])
    .select(['lost_order_payments.amount_cents', 'status'])
    .orderBy((eb) => eb.case().when('decision', 'is', null).then(0).else(1).end())
    .orderBy('paid_at', 'desc')
    .limit(LISTED)
    .execute()
  const others = await db
    .selectFrom('unmatched_refunds')
    .select(['intent_id', 'order_id', 'amount_cents', 'created_at', 'status'])
    .where('order_id', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(LISTED)
    .execute()
  return [
    ...lost.map(({ intent_id, order_id, amount_cents, paid_at, decision, status }) => ({
      _id: intent_id,
      orderId: order_id,
      amount: centsToDollars(amount_cents),
      at: toIso(paid_at),
      isLost: true,
      state: decision === 'refund' ? refundState(status) : UNDECIDED[decision ?? 'none'],
    })),
    ...others.map(({ intent_id, order_id, amount_cents, created_at, status }) => ({
      _id: intent_id,
      orderId: order_id ?? '',
      amount: centsToDollars(amount_cents),
      at: toIso(created_at),
      isLost: false,
      state: refundState(status),
    })),
  ]
}

/** How many payments the shop holds without an order: they wait for the decision of an admin, or for their refund. */
export async function countHeldPayments(db: Db): Promise<number> {
  const [lost, unmatched] = await Promise.all([
    countUpToLimit(db, sql`select 1 from lost_order_payments where decision is null`),
    countUpToLimit(db, sql`select 1 from unmatched_refunds where next_attempt_at is not null`),
  ])
  return lost.total + unmatched.total
}

const UNDECIDED = { keep: 'kept', none: 'waiting' } as const

function refundState(status: string | null): UnmatchedPayment['state'] {
  if (status === 'succeeded') return 'refunded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'refunding'
}

/**
 * Decides about the payment of a lost order: it is refunded, by the job that refunds unmatched payments, or kept, because the
 * order was shipped. Kept money can still be refunded; a refund is not undone (409). Refused: an unknown payment (404).
 */
export async function decideLostPayment(
  shop: Shop,
  admin: Actor,
  intentId: string,
  decision: 'refund' | 'keep',
): Promise<UnmatchedPayment[]> {
  const at = shop.now()
  await shop.db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable('lost_order_payments')
      .set({ decision })
      .where('intent_id', '=', intentId)
      // One that is being refunded stays so.
      .where((eb) => eb.or([eb('decision', 'is', null), eb('decision', '=', 'keep')]))
      .returningAll()
      .executeTakeFirst()
    if (!row) return refuseDecided(trx, intentId, decision)
    if (decision === 'refund') await refundLost(trx, row, at)
    await recordAudit(trx, {
      by: admin,
      at,
      kind: decision === 'refund' ? 'payment.refunded' : 'payment.kept',
      subject: intentId,
      changes: [
        { field: 'amount', from: null, to: centsToDollars(row.amount_cents) },
        { field: 'order', from: null, to: row.order_id },
      ],
    })
  })
  return listUnmatchedPayments(shop.db)
}

/** A repeat of a refund changes nothing. */
async function refuseDecided(trx: Db, intentId: string, decision: 'refund' | 'keep'): Promise<void> {
  const row = await trx
    .selectFrom('lost_order_payments')
    .select('intent_id')
    .where('intent_id', '=', intentId)
    .executeTakeFirst()
  if (!row) throw new AppError('not_found', 'There is no such payment of a lost order.')
  if (decision === 'keep') throw new AppError('conflict', 'The payment is being refunded.')
}

/** Its order is not named: the database has none. */
async function refundLost(
  trx: Db,
  { intent_id, amount_cents }: { readonly intent_id: string; readonly amount_cents: number },
  now: number,
): Promise<void> {
  await trx
    .insertInto('unmatched_refunds')
    .values({
      intent_id,
      amount_cents,
      created_at: now,
      attempts: 0,
      next_attempt_at: now,
      refund_id: null,
      order_id: null,
      status: null,
    })
    .onConflict((conflict) => conflict.column('intent_id').doNothing())
    .execute()
}
