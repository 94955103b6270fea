import type { Hono } from 'hono'
import type { AskedChange, ChangeLines } from '#features/order-changes/schema.ts'
import type { Order, OrderDetails } from '#features/orders/schema.ts'
import type { Quote } from '#features/quote/schema.ts'
import { unwrap } from '#kit/browser/client.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import type { PaymentsApi } from './api.ts'
import type { RecordReceipt, RefundOrder, UnmatchedPayment } from './schema.ts'

/** The settings that browsers need to pay. */
export interface PaymentConfig {
  readonly payments: 'stripe' | 'sandbox'
  readonly stripePublishableKey: string
}

type ConfigCall = {
  '/config': { $get: { input: object; output: PaymentConfig; outputFormat: 'json'; status: 200 } }
}

const configClient = createClient<Hono<object, ConfigCall>>()

/** The typed calls of payments, and of cancelling an order. */
const paymentsClient = createClient<PaymentsApi>()

/** Which payment provider's script to load, and with which key. */
export const fetchPaymentConfig = (): Promise<PaymentConfig> => unwrap(configClient.config.$get({}))

/** Cancels the caller's own unpaid order. */
export async function cancelOrder(orderId: string): Promise<void> {
  await unwrap(paymentsClient.myorder[':id'].$delete({ param: { id: encodeURIComponent(orderId) } }))
}

/** Replaces the lines of the caller's own unpaid order. */
export function changeLines(orderId: string, json: ChangeLines): Promise<OrderDetails> {
  return unwrap(
    paymentsClient.myorder[':id'].lines.$put({ param: { id: encodeURIComponent(orderId) }, json }),
  )
}

/** What the order would come to with these lines. */
export function quoteLinesOf(orderId: string, json: AskedChange): Promise<Quote> {
  const param = { id: encodeURIComponent(orderId) }
  return unwrap(paymentsClient.myorder[':id'].lines.quote.$post({ param, json }))
}

/** Returns the client secret that pays the order; the same one as long as the order is unpaid. */
export async function startPayment({ _id, payable, dueAt, openAmount }: Order): Promise<string> {
  const totalPrice = dueAt === undefined || openAmount === undefined ? payable : openAmount
  const json = { totalPrice, orderId: _id }
  return (await unwrap(paymentsClient['create-payment-intent'].$post({ json }))).clientSecret
}

/** Settles the order with a transaction that succeeded at the provider. A repeat returns the same paid order. */
export function settleOrder(orderId: string, transactionId: string): Promise<Order> {
  const json = { appointment: orderId, transactionId }
  return unwrap(paymentsClient.order[':id'].$patch({ param: { id: encodeURIComponent(orderId) }, json }))
}

/** Records money that was received for an order on account. For staff. */
export const recordReceipt = (orderId: string, json: RecordReceipt, key: string): Promise<OrderDetails> =>
  unwrap(
    paymentsClient.order[':id'].receipts.$post({
      param: { id: encodeURIComponent(orderId) },
      header: { 'idempotency-key': key },
      json,
    }),
  )

/** The payments that match no payable order. For admins. */
export const fetchUnmatchedPayments = (signal?: AbortSignal): Promise<UnmatchedPayment[]> =>
  unwrap(paymentsClient['unmatched-payment'].$get({}, signal && { init: { signal } }))

/** Refunds or keeps the payment of a lost order. For admins. */
export function decideLostPayment(id: string, decision: 'refund' | 'keep'): Promise<UnmatchedPayment[]> {
  const param = { id: encodeURIComponent(id) }
  return unwrap(paymentsClient['unmatched-payment'][':id'].$put({ param, json: { decision } }))
}

/** Refunds a part of a paid order, or all that is left. A repeat with the same key returns the same refund. For admins. */
export function refundOrder(orderId: string, json: RefundOrder, key: string): Promise<OrderDetails> {
  const param = { id: encodeURIComponent(orderId) }
  const header = { 'idempotency-key': key }
  return unwrap(paymentsClient.order[':id'].refunds.$post({ param, header, json }))
}
