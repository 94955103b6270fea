import type { Context, MiddlewareHandler } from 'hono'
import { ownCall } from '#features/accounts/calls.ts'
import { accountRefusals } from '#features/accounts/refusals.ts'
import { orderId } from '#features/orders/api.ts'
import type { PayableOrder } from '#features/orders/orders.ts'
import { orderRefusals } from '#features/orders/refusals.ts'
import { jsonAnswer, publicCall } from '#kit/server/describe.ts'
import { TOKEN_IN_ADDRESS } from '#kit/server/headers.ts'
import { callerAddress, countHit, type Limit } from '#kit/server/rate-limit.ts'
import { createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { MINUTE_MS } from '#kit/time.ts'
import type { Gateway } from '../provider/gateway.ts'
import { paymentRefusals } from '../refusals.ts'
import {
  linkedOrderSchema,
  linkStateSchema,
  paymentLinkSchema,
  poNumberSchema,
  transactionIdField,
} from '../schema.ts'
import {
  openLink,
  openLinkToSettle,
  readLinkedOrder,
  setPoNumber,
  settleLinkedPayment,
  startLinkedPayment,
} from './linked-orders.ts'
import { createPaymentLink, endPaymentLink, findLinkState } from './payment-links.ts'

/** Links created and ended by the order's customer: each creation is an event that the order keeps. @public */
export const LINK_LIMIT: Limit = {
  name: 'link',
  what: 'payment links created or ended',
  account: 60,
  address: 600,
  windowMs: 10 * MINUTE_MS,
}

/** Calls with a right token that change something or send a request to the provider; by order instead of by account. */
export const LINK_USE_LIMIT: Limit = {
  name: 'link-use',
  what: 'PO numbers and payments by a link, by order instead of account',
  account: 100,
  address: 1000,
  windowMs: 10 * MINUTE_MS,
}

const createLinkRoute = ownCall('post', '/myorder/{id}/payment-link', {
  operationId: 'createPaymentLink',
  summary: 'Create the payment link of an unpaid order: an own one, or for staff any',
  description:
    'By it the order can be read, given a PO number and paid without an account. An earlier link of the order ends. The address is shown only here.',
  ...orderId,
  limit: LINK_LIMIT,
  answers: { 201: jsonAnswer('The link', paymentLinkSchema) },
  refusals: [
    accountRefusals.secondFactorRequired,
    paymentRefusals.alreadyPaid,
    orderRefusals.approvalWaiting,
    'conflict',
  ],
})

const findLinkRoute = ownCall('get', '/myorder/{id}/payment-link', {
  operationId: 'getPaymentLink',
  summary: 'Whether such an order has a payment link, and until when',
  ...orderId,
  limit: 'reads',
  answers: { 200: jsonAnswer('The link without its address; empty when there is none', linkStateSchema) },
  refusals: [accountRefusals.secondFactorRequired],
})

const endLinkRoute = ownCall('delete', '/myorder/{id}/payment-link', {
  operationId: 'endPaymentLink',
  summary: 'End the payment link of such an order',
  ...orderId,
  limit: LINK_LIMIT,
  answers: { 200: jsonAnswer('How many links there were', z.object({ deletedCount: z.number() })) },
  refusals: [accountRefusals.secondFactorRequired],
})

const token = z.object({ token: z.string().meta({ description: 'The token of the payment link.' }) })

const linkedAnswer = jsonAnswer('The order', linkedOrderSchema)

/** Here and below `not_found`: the link cannot be used, for whatever reason. */
const readRoute = publicCall('get', '/payment-link/{token}', {
  operationId: 'getLinkedOrder',
  summary: 'The order of a payment link',
  description:
    'A link ends with the hold, an hour after the payment, or with the order. Above 60 wrong tokens a minute the answer is 429 to each.',
  params: token,
  answers: { 200: linkedAnswer },
  refusals: ['too_many_requests'],
})

const setPoNumberRoute = publicCall('put', '/payment-link/{token}', {
  operationId: 'setLinkedPoNumber',
  summary: 'Set the PO number of the order of a payment link',
  params: token,
  body: poNumberSchema,
  answers: { 200: linkedAnswer },
  refusals: ['too_many_requests', paymentRefusals.alreadyPaid],
})

const startRoute = publicCall('post', '/payment-link/{token}/payment-intent', {
  operationId: 'startLinkedPayment',
  summary: 'Start paying the order of a payment link by card',
  description: 'With `payable` only if the order comes to so much, in the currency of the shop.',
  params: token,
  query: z.object({ payable: z.coerce.number('What is payable has to be a number.').optional() }),
  answers: { 200: jsonAnswer('The secret to pay with', z.object({ clientSecret: z.string() })) },
  refusals: [
    orderRefusals.priceChanged,
    orderRefusals.approvalWaiting,
    'too_many_requests',
    paymentRefusals.alreadyPaid,
    paymentRefusals.tooManyDeclines,
    'conflict',
  ],
})

const confirmRoute = publicCall('patch', '/payment-link/{token}', {
  operationId: 'confirmLinkedPayment',
  summary: 'Settle the order of a payment link, as the provider has it',
  params: token,
  body: z.object({ transactionId: transactionIdField }),
  answers: { 200: linkedAnswer },
  refusals: ['too_many_requests', paymentRefusals.notPaid, 'conflict', paymentRefusals.unknownPayment],
})

/** The calls of payment links: of the order's customer, and of whoever has the token. */
export function paymentLinkApi(shop: Shop, gateway: Gateway) {
  const openToUse = linkOpener(shop)
  const router = createRouter('Payments')
  router.use('/payment-link/*', hideAddress)
  return router
    .openapi(createLinkRoute, async (c) =>
      c.json(await createPaymentLink(shop, c.get('user'), c.req.valid('param').id), 201),
    )
    .openapi(findLinkRoute, async (c) =>
      c.json(await findLinkState(shop, c.get('user'), c.req.valid('param').id), 200),
    )
    .openapi(endLinkRoute, async (c) => {
      const deletedCount = await endPaymentLink(shop, c.get('user'), c.req.valid('param').id)
      return c.json({ deletedCount }, 200)
    })
    .openapi(readRoute, async (c) => {
      const order = await openLink(shop, c.req.valid('param').token, callerAddress(c, shop))
      return c.json(await readLinkedOrder(shop, order), 200)
    })
    .openapi(setPoNumberRoute, async (c) => {
      const order = await openToUse(c, openLink, c.req.valid('param'))
      await setPoNumber(shop, order, c.req.valid('json').poNumber)
      return c.json(await readLinkedOrder(shop, order), 200)
    })
    .openapi(startRoute, async (c) => {
      const order = await openToUse(c, openLink, c.req.valid('param'))
      const { payable } = c.req.valid('query')
      const clientSecret = await startLinkedPayment(shop, gateway, order, {
        payable,
        address: callerAddress(c, shop),
      })
      return c.json({ clientSecret }, 200)
    })
    .openapi(confirmRoute, async (c) => {
      const order = await openToUse(c, openLinkToSettle, c.req.valid('param'))
      await settleLinkedPayment(shop, gateway, order, c.req.valid('json').transactionId)
      return c.json(await readLinkedOrder(shop, order), 200)
    })
}

/** Refusals of these calls have the headers too. */
export const hideAddress: MiddlewareHandler = async (c, next) => {
  await next()
  for (const [name, value] of Object.entries(TOKEN_IN_ADDRESS)) c.res.headers.set(name, value)
}

export type PaymentLinkApi = ReturnType<typeof paymentLinkApi>

/** Opens a link for a call that is limited by order and address. */
const linkOpener =
  (shop: Shop) =>
  async (c: Context, open: typeof openLink, params: { token: string }): Promise<PayableOrder> => {
    const address = callerAddress(c, shop)
    const order = await open(shop, params.token, address)
    await countHit(shop, LINK_USE_LIMIT, { account: order.id, address })
    return order
  }
