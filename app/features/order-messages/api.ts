import { ownCall, staffCall } from '#features/accounts/calls.ts'
import { idempotencyKeyField } from '#kit/input/fields.ts'
import { jsonAnswer } from '#kit/server/describe.ts'
import type { Limit } from '#kit/server/rate-limit.ts'
import { createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { MINUTE_MS } from '#kit/time.ts'
import { messageSchema, writeMessageSchema } from './schema.ts'
import {
  answerAboutOrder,
  askAboutOrder,
  closeQuestions,
  listMessages,
  listOwnMessages,
} from './thread/messages.ts'

/** Each is a mail to the staff. @public */
export const MESSAGE_LIMIT: Limit = {
  name: 'order-message',
  what: 'messages of customers about orders',
  account: 20,
  address: 200,
  windowMs: 10 * MINUTE_MS,
}

const orderId = { params: z.object({ id: z.string().meta({ description: 'The id of the order.' }) }) }

const key = z.object({ 'idempotency-key': idempotencyKeyField.optional() })

const listed = jsonAnswer('The messages', z.array(messageSchema))

const listMineRoute = ownCall('get', '/myorder/{id}/messages', {
  operationId: 'listMyOrderMessages',
  summary: 'What customer and shop wrote about an own order, oldest first',
  description: 'Plain text. At most 200.',
  ...orderId,
  limit: 'reads',
  answers: { 200: listed },
})

const askRoute = ownCall('post', '/myorder/{id}/messages', {
  operationId: 'askAboutOrder',
  summary: 'Write to the shop about an own order',
  description:
    'The staff are told by mail, and see it at the order until they answer. At most five wait for an answer. The same `Idempotency-Key` writes once.',
  ...orderId,
  headers: key,
  body: writeMessageSchema,
  limit: MESSAGE_LIMIT,
  answers: { 201: jsonAnswer('The message', messageSchema) },
  refusals: ['too_many', 'key_reused'],
})

const listRoute = staffCall('orders', 'get', '/order/{id}/messages', {
  operationId: 'listOrderMessages',
  summary: 'What customer and shop wrote about an order, oldest first (admin)',
  description: '`waits` is present while a message waits for an answer. At most 200.',
  ...orderId,
  answers: { 200: listed },
})

const answerRoute = staffCall('orders', 'post', '/order/{id}/messages', {
  operationId: 'answerAboutOrder',
  summary: 'Write to the customer about an order (admin)',
  description:
    'The customer gets it by mail and reads it on the page of the order. What waited is answered. The same `Idempotency-Key` writes once.',
  ...orderId,
  headers: key,
  body: writeMessageSchema,
  answers: { 201: jsonAnswer('The message', messageSchema) },
  refusals: ['too_many', 'key_reused'],
})

const closeRoute = staffCall('orders', 'post', '/order/{id}/messages/close', {
  operationId: 'closeOrderMessages',
  summary: 'Say that what waits needs no answer (admin)',
  ...orderId,
  answers: { 200: jsonAnswer('How many messages waited', z.object({ modifiedCount: z.number() })) },
})

/** The calls of the messages about an order. */
export const orderMessagesApi = (shop: Shop) =>
  createRouter('Orders')
    .openapi(listMineRoute, async (c) =>
      c.json(await listOwnMessages(shop.db, c.get('user'), c.req.valid('param').id), 200),
    )
    .openapi(askRoute, async (c) => {
      const message = newMessage(c.req.valid('param').id, c.req.valid('json'), c.req.valid('header'))
      return c.json(await askAboutOrder(shop, c.get('user'), message), 201)
    })
    .openapi(listRoute, async (c) => c.json(await listMessages(shop.db, c.req.valid('param').id), 200))
    .openapi(answerRoute, async (c) => {
      const message = newMessage(c.req.valid('param').id, c.req.valid('json'), c.req.valid('header'))
      return c.json(await answerAboutOrder(shop, c.get('user'), message), 201)
    })
    .openapi(closeRoute, async (c) => {
      const modifiedCount = await closeQuestions(shop, c.get('user'), c.req.valid('param').id)
      return c.json({ modifiedCount }, 200)
    })

const newMessage = (
  orderId: string,
  { text }: z.infer<typeof writeMessageSchema>,
  { 'idempotency-key': key }: { readonly 'idempotency-key'?: string | undefined },
) => ({ orderId, text, key })

export type OrderMessagesApi = ReturnType<typeof orderMessagesApi>
