import type { Guards } from '#features/accounts/accounts.ts'
import { setPagingHeaders } from '#kit/http/paging.ts'
import { AppError } from '#kit/http/problem.ts'
import { createRoute, createRouter, jsonAnswer, jsonBody, refusals, z } from '#kit/http/router.ts'
import type { Shop } from '#kit/shop.ts'
import { findOrderFor, listOrders, listOrdersOfCustomer, setOrderStatus } from './orders.ts'
import { createOrderDesk } from './place-order.ts'
import { orderSchema, ordersQuerySchema, placeOrderSchema, shippingSchema } from './schema.ts'

const security = [{ bearer: [] }]

const orderId = { params: z.object({ id: z.string() }) }

const place = createRoute({
  method: 'post',
  path: '/order',
  summary: 'Place an order',
  description: 'The same `Idempotency-Key` gives the same order, once.',
  security,
  request: {
    headers: z.object({ 'idempotency-key': z.string().optional() }),
    ...jsonBody(placeOrderSchema),
  },
  responses: { 201: jsonAnswer('The order', orderSchema), ...refusals },
})

const mine = createRoute({
  method: 'get',
  path: '/myorders',
  summary: 'The caller’s orders, newest first',
  security,
  request: { query: z.object({ email: z.string().max(254).optional() }) },
  responses: { 200: jsonAnswer('Orders', z.array(orderSchema)), ...refusals },
})

const one = createRoute({
  method: 'get',
  path: '/myorder/{id}',
  summary: 'One order, to its owner and to admins',
  security,
  request: orderId,
  responses: { 200: jsonAnswer('The order', orderSchema), ...refusals },
})

const all = createRoute({
  method: 'get',
  path: '/orders',
  summary: 'Everyone’s orders, newest first (admin)',
  description:
    '`X-Total-Count` has how many there are, `Link` the next page. Beyond 1,000 hits of a search or a status it says 1000, and `X-Total-Count-Is: at least`.',
  security,
  request: { query: ordersQuerySchema },
  responses: { 200: jsonAnswer('Orders', z.array(orderSchema)), ...refusals },
})

const ship = createRoute({
  method: 'put',
  path: '/order/{id}',
  summary: 'Bring a paid order to a status (admin)',
  security,
  request: { ...orderId, ...jsonBody(shippingSchema) },
  responses: { 200: jsonAnswer('How many changed', z.object({ modifiedCount: z.number() })), ...refusals },
})

/** The calls of orders; paying and cancelling are the payments', which have to ask the provider first. */
export function ordersApi(shop: Shop, guards: Guards) {
  const placeOrder = createOrderDesk(shop)
  return createRouter()
    .openapi({ ...place, middleware: [guards.requireUser, guards.limit('order')] as const }, async (c) => {
      const key = c.req.valid('header')['idempotency-key']
      return c.json(await placeOrder(c.get('user'), c.req.valid('json'), key), 201)
    })
    .openapi({ ...mine, middleware: guards.requireUser }, async (c) => {
      const user = c.get('user')
      const { email } = c.req.valid('query')
      if (email !== undefined && email.toLowerCase() !== user.email) {
        throw new AppError('forbidden', 'You can see your own orders only.')
      }
      return c.json(await listOrdersOfCustomer(shop.db, user.id), 200)
    })
    .openapi({ ...one, middleware: guards.requireUser }, async (c) =>
      c.json(await findOrderFor(shop.db, c.get('user'), c.req.valid('param').id), 200),
    )
    .openapi({ ...all, middleware: guards.requireAdmin }, async (c) => {
      const orders = await listOrders(shop.db, c.req.valid('query'))
      setPagingHeaders(c, orders)
      return c.json([...orders.rows], 200)
    })
    .openapi({ ...ship, middleware: guards.requireAdmin }, async (c) => {
      const { status } = c.req.valid('json')
      const modifiedCount = await setOrderStatus(shop, c.get('user'), c.req.valid('param').id, status)
      return c.json({ modifiedCount }, 200)
    })
}

export type OrdersApi = ReturnType<typeof ordersApi>
