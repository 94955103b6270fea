import Stripe from 'stripe'
import { ownCall, staffCall } from '#features/accounts/calls.ts'
import { accountRefusals } from '#features/accounts/refusals.ts'
import type { Documents } from '#features/documents/documents.ts'
import { orderId } from '#features/orders/api.ts'
import { orderDetailsSchema, orderSchema, RIGHT_TO } from '#features/orders/orders.ts'
import { orderRefusals } from '#features/orders/refusals.ts'
import type { VatService } from '#features/tax/tax.ts'
import { idempotencyKeyField, idField } from '#kit/input/fields.ts'
import { AppError } from '#kit/server/app-error.ts'
import { jsonAnswer, publicCall } from '#kit/server/describe.ts'
import { callerAddress, type Limit } from '#kit/server/rate-limit.ts'
import { createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { MINUTE_MS } from '#kit/time.ts'
import { receiptsApi } from './account/api.ts'
import { linesApi } from './changing/api.ts'
import { paymentLinkApi } from './links/api.ts'
import { unmatchedApi } from './lost/api.ts'
import { confirmPayment, startPayment } from './paying/pay-order.ts'
import { cancelOrder, type Gateway } from './payments.ts'
import { receiptApi } from './receipts/api.ts'
import { handleEvent } from './refunds/reconcile-refunds.ts'
import { refundOrder } from './refunds/refund-order.ts'
import { paymentRefusals } from './refusals.ts'
import { refundOrderSchema, transactionIdField } from './schema.ts'

/** Requests for a payment intent: each lets the caller try a card. */
export const PAYMENT_LIMIT: Limit = {
  name: 'payment',
  what: 'payment intents requested',
  account: 100,
  address: 1000,
  windowMs: 10 * MINUTE_MS,
}

/** Settlements that browsers request: each sends a request to the provider. */
export const SETTLEMENT_LIMIT: Limit = {
  name: 'settlement',
  what: 'payments reported by the browser',
  account: 200,
  address: 2000,
  windowMs: 10 * MINUTE_MS,
}

/** Cancellations: each sends a request to the provider, and lets the customer hold pieces again. @public */
export const CANCEL_LIMIT: Limit = {
  name: 'cancel',
  what: 'cancellations',
  account: 200,
  address: 2000,
  windowMs: 10 * MINUTE_MS,
}

/** Refunds: each sends a request to the provider. */
export const REFUND_LIMIT: Limit = {
  name: 'refund',
  what: 'refunds by staff',
  account: 200,
  address: 2000,
  windowMs: 10 * MINUTE_MS,
}

const start = ownCall('post', '/create-payment-intent', {
  operationId: 'createPaymentIntent',
  summary: 'Start paying an order by card',
  body: z.object({
    totalPrice: z.number('The total price is required, as a number.'),
    orderId: idField.optional(),
  }),
  limit: PAYMENT_LIMIT,
  answers: { 200: jsonAnswer('The secret to pay with', z.object({ clientSecret: z.string() })) },
  refusals: [
    'not_found',
    paymentRefusals.alreadyPaid,
    orderRefusals.approvalWaiting,
    orderRefusals.priceChanged,
    'conflict',
    paymentRefusals.tooManyDeclines,
  ],
})

const confirm = ownCall('patch', '/order/{id}', {
  operationId: 'confirmPayment',
  summary: 'Settle an order that was paid, as the provider has it',
  ...orderId,
  body: z.object({
    appointment: idField,
    transactionId: transactionIdField,
  }),
  limit: SETTLEMENT_LIMIT,
  answers: { 200: jsonAnswer('The paid order', orderSchema) },
  refusals: [paymentRefusals.notPaid, 'conflict', paymentRefusals.unknownPayment],
})

const cancel = ownCall('delete', '/myorder/{id}', {
  operationId: 'cancelOrder',
  summary: 'Cancel an unpaid order: an own one, or for staff any',
  ...orderId,
  limit: CANCEL_LIMIT,
  answers: { 200: jsonAnswer('Done', z.object({ deletedCount: z.number() })) },
  refusals: [accountRefusals.secondFactorRequired, paymentRefusals.alreadyPaid, 'conflict'],
})

const refund = staffCall(RIGHT_TO.refund, 'post', '/order/{id}/refunds', {
  operationId: 'refundOrder',
  summary: 'Refund a paid order, in full or in part (admin)',
  description:
    'Either `amount`, in the currency of the shop, at most what is left of the order’s money; or `lines` and `delivery`: pieces cost their unit price with its tax, half a cent up, and what makes a line whole takes exactly what is left of it. A refund that is asked for or pending counts. Pieces that are refunded are not shipped any more. `restock` puts those of the pieces back to stock that were not shipped; with an amount it counts when everything is refunded: then all pieces that are not shipped go back, and nothing of the order ships after that. The customer reads `message`, staff alone `reason`. The same `Idempotency-Key` returns the same refund, for which the provider is asked once. If the provider does not confirm it (`503` `refund_unconfirmed`), the shop asks again by itself.',
  ...orderId,
  headers: z.object({ 'idempotency-key': idempotencyKeyField }),
  body: refundOrderSchema,
  limit: REFUND_LIMIT,
  answers: { 201: jsonAnswer('The order', orderDetailsSchema) },
  refusals: [
    'key_reused',
    orderRefusals.exceedsLeft,
    paymentRefusals.refundRefused,
    paymentRefusals.refundUnconfirmed,
    'conflict',
  ],
})

const webhook = publicCall('post', '/webhooks/stripe', {
  operationId: 'receiveStripeEvent',
  summary: 'Receive an event of the payment provider',
  description: 'Authenticated by the signature of the body.',
  parameters: [{ in: 'header', name: 'Stripe-Signature', required: true, schema: { type: 'string' } }],
  // The signature covers the raw bytes, so the handler reads the body itself.
  otherBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
  answers: { 200: jsonAnswer('Received', z.object({ received: z.boolean() })) },
  refusals: [paymentRefusals.badSignature, 'too_large'],
})

/** The calls of payments, and of cancelling an order or changing its lines, which cancels its intent at the provider first. */
export function paymentsApi(shop: Shop, gateway: Gateway, documents: Documents, vat: VatService) {
  return createRouter('Payments')
    .openapi(start, async (c) => {
      const payer = { customer: c.get('user'), address: callerAddress(c, shop) }
      const clientSecret = await startPayment(shop, gateway, payer, c.req.valid('json'))
      return c.json({ clientSecret }, 200)
    })
    .openapi(confirm, async (c) => {
      const request = { orderId: c.req.valid('param').id, ...c.req.valid('json') }
      return c.json(await confirmPayment(shop, gateway, c.get('user'), request), 200)
    })
    .openapi(cancel, async (c) => {
      await cancelOrder(shop, gateway, c.get('user'), c.req.valid('param').id)
      return c.json({ deletedCount: 1 }, 200)
    })
    .openapi(refund, async (c) => {
      const { 'idempotency-key': key } = c.req.valid('header')
      const request = { orderId: c.req.valid('param').id, key, ...c.req.valid('json') }
      return c.json(await refundOrder(shop, gateway, c.get('user'), request), 201)
    })
    .openapi(webhook, async (c) => {
      const event = await readEvent(gateway, await c.req.text(), c.req.header('stripe-signature'))
      await handleEvent(shop, gateway, event)
      return c.json({ received: true }, 200)
    })
    .route('/', linesApi({ shop, gateway, vat }))
    .route('/', paymentLinkApi(shop, gateway))
    .route('/', receiptApi(shop, documents))
    .route('/', unmatchedApi(shop))
    .route('/', receiptsApi(shop, gateway))
}

export type PaymentsApi = ReturnType<typeof paymentsApi>

/** Returns the event if its signature over the raw body is valid and recent. Its content is not trusted. */
async function readEvent(
  gateway: Gateway,
  body: string,
  signature: string | undefined,
): Promise<Stripe.Event> {
  try {
    return await gateway.stripe.webhooks.constructEventAsync(body, signature ?? '', gateway.webhookSecret)
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError) {
      throw new AppError(paymentRefusals.badSignature, 'The signature of this event is missing or wrong.')
    }
    throw error
  }
}
