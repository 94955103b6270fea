import type { SignedInUser } from '#features/accounts/accounts.ts'
import { ownCall, staffCall } from '#features/accounts/calls.ts'
import { MAY_READ_ORDERS } from '#features/accounts/rights.ts'
import { orderId } from '#features/orders/api.ts'
import { RIGHT_TO } from '#features/orders/orders.ts'
import { orderRefusals } from '#features/orders/refusals.ts'
import { REFUND_LIMIT } from '#features/payments/api.ts'
import type { Gateway } from '#features/payments/payments.ts'
import { paymentRefusals } from '#features/payments/refusals.ts'
import { idempotencyKeyField } from '#kit/input/fields.ts'
import { REVISION_CHANGED } from '#kit/problem.ts'
import { jsonAnswer, PAGING_HEADERS } from '#kit/server/describe.ts'
import { answerPage } from '#kit/server/paging.ts'
import type { Limit } from '#kit/server/rate-limit.ts'
import { createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { MINUTE_MS } from '#kit/time.ts'
import { findManagedReturns, findOwnReturns, listReturns, toManaged } from './records/list-returns.ts'
import { type ReturnRow, toReturn } from './records/return-rows.ts'
import { returnRefusals } from './refusals.ts'
import {
  acceptReturnSchema,
  answerReturnSchema,
  askReturnSchema,
  openReturnSchema,
  orderReturnsSchema,
  receiveReturnSchema,
  refundReturnSchema,
  replaceReturnSchema,
  returnSchema,
  returnsQuerySchema,
  withdrawReturnSchema,
} from './schema.ts'
import { acceptReturn, closeReturn, declineReturn, withdrawReturn } from './steps/answer-return.ts'
import { beginReturn } from './steps/ask-return.ts'
import { receiveReturn } from './steps/receive-return.ts'
import { refundReturn } from './steps/refund-return.ts'
import { replaceReturn } from './steps/replace-return.ts'

/** Each is a mail to the staff. @public */
export const RETURN_LIMIT: Limit = {
  name: 'return',
  what: 'returns that customers ask for or withdraw',
  account: 20,
  address: 200,
  windowMs: 10 * MINUTE_MS,
}

const key = z.object({ 'idempotency-key': idempotencyKeyField.optional() })

const returnId = z.string().meta({ description: 'The id of the return.' })

const ofReturn = { params: z.object({ id: returnId }) }

const answer = jsonAnswer('The return', returnSchema)

const listed = jsonAnswer('The returns', orderReturnsSchema)

const ownRoute = ownCall('get', '/myorder/{id}/returns', {
  operationId: 'listMyOrderReturns',
  summary: 'The returns of an own order, and what of it can be returned',
  ...orderId,
  limit: 'reads',
  answers: { 200: listed },
})

const askRoute = ownCall('post', '/myorder/{id}/returns', {
  operationId: 'askForReturn',
  summary: 'Ask to return shipped pieces of an own order',
  description:
    'Within 30 days of the last shipment, pieces that are shipped and in no other return. The staff are told by mail. The same `Idempotency-Key` asks once. A refusal says with `left` what can be returned.',
  ...orderId,
  headers: key,
  body: askReturnSchema,
  limit: RETURN_LIMIT,
  answers: { 201: answer },
  refusals: [orderRefusals.exceedsLeft, returnRefusals.tooLate, 'too_many', 'key_reused'],
})

const withdrawRoute = ownCall('post', '/myorder/{id}/returns/{returnId}/withdraw', {
  operationId: 'withdrawReturn',
  summary: 'Withdraw a return of which nothing came back',
  params: z.object({ id: orderId.params.shape.id, returnId }),
  body: withdrawReturnSchema,
  limit: RETURN_LIMIT,
  answers: { 200: answer },
  refusals: [REVISION_CHANGED, 'conflict'],
})

const listRoute = staffCall(MAY_READ_ORDERS, 'get', '/returns', {
  operationId: 'listReturns',
  summary: 'Everyone’s returns, newest first (admin)',
  description:
    'Without `state`, or with `waiting`, those that wait for the staff: asked for, or received and not settled. `X-Total-Count` has the number of matches, `Link` the next page. Above 1,000 matches it is 1000, and `X-Total-Count-Is: at least`.',
  query: returnsQuerySchema,
  answers: { 200: jsonAnswer('Returns', z.array(returnSchema), PAGING_HEADERS) },
})

const ofOrderRoute = staffCall(MAY_READ_ORDERS, 'get', '/order/{id}/returns', {
  operationId: 'listOrderReturns',
  summary: 'The returns of an order, and what of it can be returned (admin)',
  description: '`refundable` is present where a return is to be settled.',
  ...orderId,
  answers: { 200: listed },
})

const openRoute = staffCall('orders', 'post', '/order/{id}/returns', {
  operationId: 'openReturn',
  summary: 'Open a return for a customer (admin)',
  description:
    'Also after the time in which customers can ask. It is accepted with that: the customer gets the instructions by mail. The same `Idempotency-Key` opens one.',
  ...orderId,
  headers: key,
  body: openReturnSchema,
  answers: { 201: answer },
  refusals: [orderRefusals.exceedsLeft, 'too_many', 'key_reused'],
})

const acceptRoute = staffCall('orders', 'post', '/return/{id}/accept', {
  operationId: 'acceptReturn',
  summary: 'Accept a return that was asked for (admin)',
  description: 'The customer gets the instructions by mail.',
  ...ofReturn,
  body: acceptReturnSchema,
  answers: { 200: answer },
  refusals: [REVISION_CHANGED, 'conflict'],
})

const declineRoute = staffCall('orders', 'post', '/return/{id}/decline', {
  operationId: 'declineReturn',
  summary: 'Decline a return that was asked for (admin)',
  description: 'The customer gets the reason by mail.',
  ...ofReturn,
  body: answerReturnSchema,
  answers: { 200: answer },
  refusals: [REVISION_CHANGED, 'conflict'],
})

const receiveRoute = staffCall('orders', 'post', '/return/{id}/receive', {
  operationId: 'receiveReturn',
  summary: 'Record pieces of a return that came back (admin)',
  description:
    'Of each line how many go to stock and how many are thrown away. It can happen several times until the return is settled. The same `Idempotency-Key` counts once. A refusal says with `left` what is to come back.',
  ...ofReturn,
  headers: key,
  body: receiveReturnSchema,
  answers: { 200: answer },
  refusals: [orderRefusals.exceedsLeft, REVISION_CHANGED, 'conflict', 'key_reused'],
})

const refundRoute = staffCall(RIGHT_TO.refund, 'post', '/return/{id}/refund', {
  operationId: 'refundReturn',
  summary: 'Settle a return by a refund of what came back (admin)',
  description:
    '`amount` is at most `refundable.lines`, with `delivery` and `refundable.delivery`; all of it is refunded by line, less as an amount. There is a credit note as of every refund. While the provider has not confirmed it (`503` `refund_unconfirmed`) the return is `refunding`; if the refund fails, it is `received` again. The same `Idempotency-Key` refunds once.',
  ...ofReturn,
  headers: z.object({ 'idempotency-key': idempotencyKeyField }),
  body: refundReturnSchema,
  limit: REFUND_LIMIT,
  answers: { 200: answer },
  refusals: [
    'key_reused',
    orderRefusals.exceedsLeft,
    orderRefusals.priceChanged,
    paymentRefusals.refundRefused,
    paymentRefusals.refundUnconfirmed,
    REVISION_CHANGED,
    'conflict',
  ],
})

const replaceRoute = staffCall(RIGHT_TO.replace, 'post', '/return/{id}/replace', {
  operationId: 'replaceReturn',
  summary: 'Settle a return by sending what came back again (admin)',
  description:
    'The pieces are taken from stock and are left to ship, without being paid again. The same `Idempotency-Key` counts once. A refusal for want of stock says with `left` what there is.',
  ...ofReturn,
  headers: key,
  body: replaceReturnSchema,
  answers: { 200: answer },
  refusals: [
    orderRefusals.outOfStock,
    orderRefusals.refunded,
    orderRefusals.disputed,
    REVISION_CHANGED,
    'conflict',
    'key_reused',
  ],
})

const closeRoute = staffCall('orders', 'post', '/return/{id}/close', {
  operationId: 'closeReturn',
  summary: 'Close a return without refund and replacement (admin)',
  description: 'The customer gets the reason by mail. What came back stays where it is.',
  ...ofReturn,
  body: answerReturnSchema,
  answers: { 200: answer },
  refusals: [REVISION_CHANGED, 'conflict'],
})

const staffActor = (user: SignedInUser) => ({ user, by: 'staff' }) as const

/** The calls of returns: of the customer of an order, and of the staff. */
export function returnsApi(shop: Shop, gateway: Gateway) {
  const managed = async (staff: SignedInUser, done: Promise<ReturnRow>) =>
    toManaged(shop.db, staff, await done)
  return createRouter('Orders')
    .openapi(ownRoute, async (c) =>
      c.json(await findOwnReturns(shop, c.get('user'), c.req.valid('param').id), 200),
    )
    .openapi(askRoute, async (c) => {
      const { 'idempotency-key': sent } = c.req.valid('header')
      const asked = { orderId: c.req.valid('param').id, key: sent, ...c.req.valid('json') }
      const actor = { user: c.get('user'), by: 'customer' } as const
      return c.json(toReturn(await beginReturn(shop, actor, asked)), 201)
    })
    .openapi(withdrawRoute, async (c) => {
      const { id, returnId: withdrawn } = c.req.valid('param')
      const asked = { orderId: id, returnId: withdrawn, ...c.req.valid('json') }
      return c.json(toReturn(await withdrawReturn(shop, c.get('user'), asked)), 200)
    })
    .openapi(listRoute, async (c) => answerPage(c, await listReturns(shop.db, c.req.valid('query'))))
    .openapi(ofOrderRoute, async (c) =>
      c.json(await findManagedReturns(shop, c.get('user'), c.req.valid('param').id), 200),
    )
    .openapi(openRoute, async (c) => {
      const { 'idempotency-key': sent } = c.req.valid('header')
      const asked = { orderId: c.req.valid('param').id, key: sent, ...c.req.valid('json') }
      const user = c.get('user')
      return c.json(await managed(user, beginReturn(shop, staffActor(user), asked)), 201)
    })
    .route('/', answeringApi(shop))
    .openapi(receiveRoute, async (c) => {
      const { 'idempotency-key': sent } = c.req.valid('header')
      const asked = { returnId: c.req.valid('param').id, key: sent, ...c.req.valid('json') }
      const user = c.get('user')
      return c.json(await managed(user, receiveReturn(shop, user, asked)), 200)
    })
    .openapi(refundRoute, async (c) => {
      const { 'idempotency-key': sent } = c.req.valid('header')
      const asked = { returnId: c.req.valid('param').id, key: sent, ...c.req.valid('json') }
      const user = c.get('user')
      return c.json(await managed(user, refundReturn(shop, gateway, user, asked)), 200)
    })
    .openapi(replaceRoute, async (c) => {
      const { 'idempotency-key': sent } = c.req.valid('header')
      const asked = { returnId: c.req.valid('param').id, key: sent, ...c.req.valid('json') }
      const user = c.get('user')
      return c.json(await managed(user, replaceReturn(shop, user, asked)), 200)
    })
}

/** What the staff say to a return. */
const answeringApi = (shop: Shop) =>
  createRouter('Orders')
    .openapi(acceptRoute, async (c) => {
      const asked = { returnId: c.req.valid('param').id, ...c.req.valid('json') }
      const user = c.get('user')
      return c.json(await toManaged(shop.db, user, await acceptReturn(shop, user, asked)), 200)
    })
    .openapi(declineRoute, async (c) => {
      const asked = { returnId: c.req.valid('param').id, ...c.req.valid('json') }
      const user = c.get('user')
      return c.json(await toManaged(shop.db, user, await declineReturn(shop, user, asked)), 200)
    })
    .openapi(closeRoute, async (c) => {
      const asked = { returnId: c.req.valid('param').id, ...c.req.valid('json') }
      const user = c.get('user')
      return c.json(await toManaged(shop.db, user, await closeReturn(shop, user, asked)), 200)
    })

export type ReturnsApi = ReturnType<typeof returnsApi>
