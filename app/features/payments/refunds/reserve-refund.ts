import type { SignedInUser } from '#features/accounts/accounts.ts'
import { MAXIMUM_REFUNDS } from '#features/orders/limits.ts'
import { absentOrder, addRefunding, lockOrder, type Money, refundableCents } from '#features/orders/orders.ts'
import type { Db } from '#kit/db/db.ts'
import { newId } from '#kit/id.ts'
import { centsToDollars, formatTotal } from '#kit/money.ts'
import { keyReused } from '#kit/request-key.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import type { AskedRefund, RefundRow } from '../provider/gateway.ts'

/** The shop does not ask about a refund again while the call that made it may wait for the provider. */
const FIRST_CHECK_AFTER_MS = 60_000

/** A refund that an admin requests. Its key is the admin's own. */
export interface RefundRequest {
  readonly orderId: string
  readonly amountCents: number
  readonly reason: string
  readonly restock: boolean
  readonly key: string
}

/** `isNew`: this call created the refund, so that it asks the provider. */
interface ReservedRefund extends AskedRefund {
  readonly isNew: boolean
}

/**
 * Creates a refund in the state `asked`, before the provider is asked: its amount is no longer left for others, and while
 * it covers the rest of the order nothing ships. The same request with the same key returns the same refund. Refused, with
 * nothing changed: another request with that key (422 `key_reused`), an unknown order (404), an order that is cancelled or
 * not paid, or more than is left of its money (409).
 */
export async function reserveRefund(
  shop: Shop,
  admin: SignedInUser,
  request: RefundRequest,
): Promise<ReservedRefund> {
  return shop.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, request.orderId)
    const earlier = await findByKey(trx, admin, request)
    if (earlier && order?.transaction_id)
      return { refund: earlier, transactionId: order.transaction_id, isNew: false }
    if (!order) throw await absentOrder(trx, request.orderId)
    if (order.transaction_id === null)
      throw new AppError('conflict', 'The order is not paid, so there is nothing to refund.')
    checkAmount(order, request.amountCents)
    const { refunds } = await trx
      .selectFrom('order_refunds')
      .select(({ fn }) => fn.countAll<number>().as('refunds'))
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow()
    if (refunds >= MAXIMUM_REFUNDS)
      throw new AppError('conflict', `An order has at most ${MAXIMUM_REFUNDS} refunds.`)
    const refund = await insertRefund(trx, shop.now(), admin, request)
    // Another request of the admin has used the key for another order meanwhile.
    if (!refund) throw keyReused('another refund')
    return { refund, transactionId: order.transaction_id, isNew: true }
  })
}

async function findByKey(
  trx: Db,
  admin: SignedInUser,
  request: RefundRequest,
): Promise<RefundRow | undefined> {
  const row = await trx
    .selectFrom('order_refunds')
    .selectAll()
    .where('actor_id', '=', admin.id)
    .where('idempotency_key', '=', request.key)
    .executeTakeFirst()
  if (!row) return undefined
  const isSame =
    row.order_id === request.orderId &&
    row.amount_cents === request.amountCents &&
    row.reason === request.reason &&
    row.restock === Number(request.restock)
  if (!isSame) throw keyReused('another refund')
  return row
}

function checkAmount(order: Money, amountCents: number): void {
  const left = refundableCents(order)
  if (amountCents <= left) return
  const detail =
    left === 0
      ? 'All of the money of this order went back, or is on its way back.'
      : `${formatTotal(centsToDollars(left))} of this order can be refunded.`
  throw new AppError('conflict', detail)
}

async function insertRefund(
  trx: Db,
  now: number,
  admin: SignedInUser,
  request: RefundRequest,
): Promise<RefundRow | undefined> {
  const refund = await trx
    .insertInto('order_refunds')
    .values({
      id: newId(now),
      order_id: request.orderId,
      amount_cents: request.amountCents,
      reason: request.reason,
      restock: request.restock ? 1 : 0,
      state: 'asked',
      refund_id: null,
      failure: null,
      actor_id: admin.id,
      actor_email: admin.email,
      idempotency_key: request.key,
      created_at: now,
      mail_id: null,
      next_check_at: now + FIRST_CHECK_AFTER_MS,
    })
    .onConflict((conflict) => conflict.columns(['actor_id', 'idempotency_key']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (refund) await addRefunding(trx, refund.order_id, refund.amount_cents)
  return refund
}

/**
 * Ends a refund that the provider refused, so that the order is as before. `keep` keeps it as failed, for an admin who was
 * not told. False when its outcome was recorded meanwhile.
 */
export async function endRefusedRefund(
  { db }: Pick<Shop, 'db'>,
  { id, order_id, amount_cents }: RefundRow,
  keep?: { readonly failure: string },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockOrder(trx, order_id)
    const isEnded = keep ? await markFailed(trx, id, keep.failure) : await deleteAsked(trx, id)
    if (isEnded) await addRefunding(trx, order_id, -amount_cents)
    return isEnded
  })
}

async function deleteAsked(trx: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('order_refunds')
    .where('id', '=', id)
    .where('state', '=', 'asked')
    .executeTakeFirst()
  return numDeletedRows === 1n
}

async function markFailed(trx: Db, id: string, failure: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('order_refunds')
    .set({ state: 'failed', failure, next_check_at: null })
    .where('id', '=', id)
    .where('state', '=', 'asked')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
