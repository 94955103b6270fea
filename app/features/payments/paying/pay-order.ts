import type { SignedInUser } from '#features/accounts/accounts.ts'
import {
  findOrderFor,
  findOwnOrder,
  findUnpaidOrdersOfTotal,
  type Order,
  type PayableOrder,
} from '#features/orders/orders.ts'
import { orderRefusals } from '#features/orders/refusals.ts'
import { centsToDollars, formatTotal, totalToCents } from '#kit/money.ts'
import { AppError, invalidField } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { type Gateway, retrieveIntent } from '../provider/gateway.ts'
import { paymentRefusals } from '../refusals.ts'
import { secretToPay } from './open-intent.ts'
import { settleRetrieved } from './settle.ts'

/**
 * Returns the client secret that pays the order: of its open intent, or of a new one. The amount is the order's own, with
 * delivery and tax. Refused: a total that is neither that nor the sum of the lines (409 `price_changed`), a paid order (409
 * `already_paid`); without an order id none (422) or several (409) unpaid orders of that total.
 */
export async function startPayment(
  shop: Shop,
  gateway: Gateway,
  { customer, address }: { customer: SignedInUser; address: string },
  request: { totalPrice: number; orderId?: string | undefined },
): Promise<string> {
  const order = await orderToPay(shop, customer, request)
  refuseOtherSum(order, request.totalPrice)
  return secretToPay(shop, gateway, order, { id: customer.id, address })
}

/** Refused (409 `price_changed`): a sum in dollars that is neither what the order comes to nor the sum of its lines. */
export function refuseOtherSum({ totalCents, linesCents }: PayableOrder, told: number): void {
  const given = totalToCents(told)
  if (given === totalCents || given === linesCents) return
  const payable = centsToDollars(totalCents)
  throw new AppError(orderRefusals.priceChanged, `The order comes to ${formatTotal(payable)}.`, {
    totalPrice: centsToDollars(linesCents),
    payable,
  })
}

/** Settles the customer's own order, see {@link settleTransaction}. Returns the paid order; a repeat returns the same. */
export async function confirmPayment(
  shop: Shop,
  gateway: Gateway,
  customer: SignedInUser,
  request: { orderId: string; appointment: string; transactionId: string },
): Promise<Order> {
  const { orderId, appointment, transactionId } = request
  const order = await findOwnOrder(shop.db, customer, orderId)
  if (appointment !== orderId) {
    const detail = 'The appointment has to be the id of the order.'
    throw invalidField('appointment', detail)
  }
  await settleTransaction(shop, gateway, order, { transactionId, actor: customer.id })
  return findOrderFor(shop.db, customer, orderId)
}

/**
 * Settles an order with the transaction that a browser names, as the provider has it. Refused: not succeeded yet (402),
 * unknown to the provider (422), another order's or not matching (409).
 */
export async function settleTransaction(
  shop: Shop,
  gateway: Gateway,
  order: PayableOrder,
  { transactionId, actor }: { transactionId: string; actor: string },
): Promise<void> {
  if (order.transactionId === transactionId) return
  const intent = await retrieveIntent(gateway, transactionId)
  if (!intent)
    throw new AppError(paymentRefusals.unknownPayment, 'The payment provider knows no such transaction.')
  if (intent.metadata.orderId !== order.id) {
    throw new AppError('conflict', 'This transaction belongs to another order.')
  }
  const settlement = await settleRetrieved(shop, intent, actor)
  if (settlement === 'not_paid')
    throw new AppError(paymentRefusals.notPaid, 'The payment has not succeeded yet.')
  if (settlement !== 'paid' && settlement !== 'already_paid')
    throw new AppError('conflict', 'The payment does not match this order; the amount charged is refunded.')
}

function orderToPay(
  shop: Shop,
  customer: SignedInUser,
  request: { totalPrice: number; orderId?: string | undefined },
): Promise<PayableOrder> {
  return request.orderId === undefined
    ? onlyOrderOfTotal(shop, customer, request.totalPrice)
    : findOwnOrder(shop.db, customer, request.orderId)
}

async function onlyOrderOfTotal(
  shop: Shop,
  customer: SignedInUser,
  totalPrice: number,
): Promise<PayableOrder> {
  const cents = totalToCents(totalPrice)
  const orders = cents === undefined ? [] : await findUnpaidOrdersOfTotal(shop.db, customer, cents)
  const [order, other] = orders
  if (!order) throw new AppError('invalid', 'You have no unpaid order of this total.')
  if (other)
    throw new AppError('conflict', 'Several of your unpaid orders have this total: say which by orderId.')
  return order
}
