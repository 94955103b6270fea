import type { Order, PayableOrder } from '#features/orders/orders.ts'
import { findOrder } from '#features/orders/orders.ts'
import { hashToken } from '#kit/link-token.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { linkedSums, receiptTokenOf } from '../links/linked-orders.ts'
import type { LinkedSums } from '../schema.ts'
import '../tables.ts'

/**
 * The token of the receipt, for whoever has opened the payment link of this order with `token`; undefined until it is paid.
 * The receipt can be read from now on.
 */
export async function offerReceipt(
  shop: Shop,
  { id, paidAt }: PayableOrder,
  token: string,
): Promise<string | undefined> {
  if (paidAt === null) return undefined
  const receiptToken = receiptTokenOf(token)
  await shop.db
    .updateTable('payment_links')
    .set({ receipt_hash: hashToken(receiptToken) })
    .where('order_id', '=', id)
    .where('token_hash', '=', hashToken(token))
    .where('receipt_hash', 'is', null)
    .execute()
  return receiptToken
}

/** What a receipt shows: what the payment link showed, how it was paid, and what went back since. */
export type Receipt = LinkedSums &
  Pick<
    Order,
    'number' | 'name' | 'poNumber' | 'paidAt' | 'transactionId' | 'refundedAmount' | 'dispute' | 'lostAmount'
  >

/** What the receipt of a paid order shows now. */
export async function readReceipt(shop: Shop, { id }: PayableOrder): Promise<Receipt> {
  const order = await findOrder(shop.db, id)
  if (!order) throw new AppError('not_found', 'This receipt cannot be read any more.')
  const { number, name, poNumber, paidAt, transactionId, refundedAmount, dispute, lostAmount } = order
  return {
    number,
    name,
    ...linkedSums(order),
    poNumber,
    paidAt,
    transactionId,
    refundedAmount,
    dispute,
    lostAmount,
  }
}
