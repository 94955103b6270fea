import { staffCall } from '#features/accounts/calls.ts'
import { orderId } from '#features/orders/api.ts'
import { orderDetailsSchema, RIGHT_TO } from '#features/orders/orders.ts'
import { orderRefusals } from '#features/orders/refusals.ts'
import { idempotencyKeyField } from '#kit/input/fields.ts'
import { jsonAnswer } from '#kit/server/describe.ts'
import { createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import type { Gateway } from '../provider/gateway.ts'
import { recordReceiptSchema } from '../schema.ts'
import { recordReceipt, takeReceiptBack } from './receipts.ts'

const record = staffCall(RIGHT_TO.receive, 'post', '/order/{id}/receipts', {
  operationId: 'recordReceipt',
  summary: 'Record money that was received for an order on account (admin)',
  description:
    'In parts too: once all is there, the order is paid, and `transactionId` is the last `reference`. `at` is a day or a time. More than is open is refused (`too_much`, with `open`). The same `Idempotency-Key` records it once.',
  ...orderId,
  headers: z.object({ 'idempotency-key': idempotencyKeyField }),
  body: recordReceiptSchema,
  answers: { 201: jsonAnswer('The order with its receipts', orderDetailsSchema) },
  refusals: ['key_reused', orderRefusals.tooMuch, 'conflict'],
})

const takeBack = staffCall(RIGHT_TO['take back'], 'delete', '/order/{id}/receipts/{receiptId}', {
  operationId: 'takeReceiptBack',
  summary: 'Take back received money that was recorded by mistake (admin)',
  description: 'What it had paid is open again. A receipt that was taken back is unknown.',
  params: orderId.params.extend({
    receiptId: z.string().meta({ description: 'The `_id` of the receipt.' }),
  }),
  answers: { 200: jsonAnswer('How many were taken back', z.object({ deletedCount: z.number() })) },
  refusals: ['conflict'],
})

/** The calls of money that is received for orders on account. */
export const receiptsApi = (shop: Shop, gateway: Gateway) =>
  createRouter('Payments')
    .openapi(record, async (c) => {
      const { 'idempotency-key': key } = c.req.valid('header')
      const recording = { orderId: c.req.valid('param').id, key, receipt: c.req.valid('json') }
      return c.json(await recordReceipt(shop, gateway, c.get('user'), recording), 201)
    })
    .openapi(takeBack, async (c) => {
      const { id, receiptId } = c.req.valid('param')
      await takeReceiptBack(shop, c.get('user'), id, receiptId)
      return c.json({ deletedCount: 1 }, 200)
    })
