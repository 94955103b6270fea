import type { Guards } from '#features/accounts/accounts.ts'
import type { VatService } from '#features/tax/tax.ts'
import { csvAnswer } from '#kit/csv/csv-answer.ts'
import { idempotencyKeyField } from '#kit/input/fields.ts'
import { AppError } from '#kit/server/app-error.ts'
import {
  CSV_FILE,
  FOR_ADMINS,
  FOR_SIGNED_IN,
  jsonAnswer,
  jsonBody,
  PAGING_HEADERS,
  PROOF,
  refusals,
  WITH_BODY,
} from '#kit/server/describe.ts'
import { setPagingHeaders } from '#kit/server/paging.ts'
import type { Limit } from '#kit/server/rate-limit.ts'
import { createRoute, createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { MINUTE_MS } from '#kit/time.ts'
import { orderColumnsApi } from './admin/columns/api.ts'
import { lineColumns, lineRows } from './admin/export/line-csv.ts'
import { orderColumns, orderRows } from './admin/export/order-csv.ts'
import { holdingApi } from './admin/holding/api.ts'
import { listOrders } from './admin/list/list-orders.ts'
import { losingApi } from './admin/losing/api.ts'
import { orderNotesApi } from './admin/notes/api.ts'
import { restockingApi } from './admin/restocking/api.ts'
import { orderId, shippingApi } from './admin/shipping/api.ts'
import { savedViewsApi } from './admin/views/api.ts'
import { changeOwnOrder } from './contact/change-own-order.ts'
import { changeOrderSchema } from './contact/schema.ts'
import { quoteAgain } from './details/order-again.ts'
import { findOrderDetails } from './details/order-details.ts'
import { againQuoteSchema } from './details/schema.ts'
import { ordersExportSchema, ordersQuerySchema } from './filtering/schema.ts'
import { myOrdersQuerySchema } from './my-orders/schema.ts'
import { listOrdersOfCustomer } from './owners/find-orders.ts'
import { createPlaceOrder } from './placing/place-order.ts'
import { placeOrderSchema } from './placing/schema.ts'
import { orderRefusals } from './refusals.ts'
import { orderDetailsSchema, orderSchema, shipmentLineSchema } from './schema.ts'

export const ORDER_LIMIT: Limit = { name: 'order', account: 200, address: 2000, windowMs: MINUTE_MS }

/** Changes of orders: each is an event that the order keeps. */
export const ORDER_CHANGE_LIMIT: Limit = {
  name: 'order-change',
  account: 200,
  address: 2000,
  windowMs: 10 * MINUTE_MS,
}

const security = PROOF.bearer

const tags = ['Orders']

/**
 * What a refused order returns besides its sentence: minimum, step and stock in pieces, the current total in dollars; for an
 * order by `lines` the problem of each line, by its index from 0; for a shipment the pieces that are left.
 */
export const orderProblemMembers = {
  minimum: z.number().optional(),
  step: z.number().optional(),
  available: z.number().optional(),
  totalPrice: z.number().optional(),
  payable: z.number().optional(),
  held: z.number().optional(),
  maximum: z.number().optional(),
  left: z.array(shipmentLineSchema).optional(),
  lines: z
    .array(
      z.object({
        index: z.number().int(),
        code: z.string(),
        minimum: z.number().optional(),
        step: z.number().optional(),
        available: z.number().optional(),
      }),
    )
    .optional(),
}

const placeRoute = createRoute({
  method: 'post',
  path: '/order',
  operationId: 'placeOrder',
  tags,
  summary: 'Place an order',
  description:
    'By `lines`, or of one product by its name. All lines are placed or none. It goes to `deliverTo`, or to the one-line `address` in the country of the seller, by the method `delivery`, or by the first of the settings that is offered there; its price and the tax are in what is `payable`, which is checked if the request has it. The same `Idempotency-Key` returns the same order. An admin can enter an order for a `customer` by the e-mail of the account: it is that customer’s in everything, `addressId` is of that address book, the pieces are held for `HOLD_HOURS`, the limits of unpaid orders are those of a verified e-mail, and the key is the admin’s.',
  security,
  request: {
    headers: z.object({ 'idempotency-key': idempotencyKeyField.optional() }),
    ...jsonBody(placeOrderSchema),
  },
  responses: {
    201: jsonAnswer('The order', orderSchema),
    ...refusals(
      ...FOR_SIGNED_IN,
      ...WITH_BODY,
      'forbidden',
      'not_found',
      orderRefusals.unknownCustomer,
      orderRefusals.belowMinimum,
      'key_reused',
      orderRefusals.offStep,
      orderRefusals.outOfStock,
      orderRefusals.priceChanged,
      orderRefusals.tooManyUnpaid,
      orderRefusals.tooManyCancelled,
      orderRefusals.tooMuchHeld,
      'conflict',
      'too_many_requests',
    ),
  },
})

const listMineRoute = createRoute({
  method: 'get',
  path: '/myorders',
  operationId: 'listMyOrders',
  tags,
  summary: 'The caller’s orders, newest first',
  description:
    'Without `limit` the first 100. `X-Total-Count` has their number, `Link` the next page. With `state=cancelled` those that were cancelled or lapsed, which are on no other list.',
  security,
  request: { query: myOrdersQuerySchema },
  responses: {
    200: jsonAnswer('Orders', z.array(orderSchema), PAGING_HEADERS),
    ...refusals(...FOR_SIGNED_IN, 'forbidden', 'too_many_requests'),
  },
})

const getRoute = createRoute({
  method: 'get',
  path: '/myorder/{id}',
  operationId: 'getOrder',
  tags,
  summary: 'One order with its events, to its owner and to admins',
  description:
    'The events are the oldest first. Cancelled and lapsed orders stay readable, with `cancelledAt`. What an admin entered for an account whose e-mail is not verified is `404` to its sessions. Admins see the e-mail of whoever caused an event.',
  security,
  request: orderId,
  responses: {
    200: jsonAnswer('The order', orderDetailsSchema),
    ...refusals(...FOR_SIGNED_IN, 'not_found', 'too_many_requests'),
  },
})

const changeRoute = createRoute({
  method: 'patch',
  path: '/myorder/{id}',
  operationId: 'changeOrder',
  tags,
  summary: 'Change an order until it is shipped',
  description:
    'The own order, or for admins any. Fields that are absent stay. `null` removes PO number and note. `deliverTo` replaces the address where price, tax and method of delivery stay what they were when the order was placed; otherwise it is refused with what would be payable. In the same place (country, region, territory of the tax) it is always taken; the settings of today are asked only for what a move changes. The days that were promised stay.',
  security,
  request: { ...orderId, ...jsonBody(changeOrderSchema) },
  responses: {
    200: jsonAnswer('The order', orderDetailsSchema),
    ...refusals(
      ...FOR_SIGNED_IN,
      ...WITH_BODY,
      'not_found',
      orderRefusals.priceChanged,
      'conflict',
      'too_many_requests',
    ),
  },
})

const againRoute = createRoute({
  method: 'get',
  path: '/myorder/{id}/again',
  operationId: 'quoteOrderAgain',
  tags,
  summary: 'What the lines of an order would cost now',
  description: 'Each line has in `then` what it was when it was ordered. A part no longer sold is `unknown`.',
  security,
  request: orderId,
  responses: {
    200: jsonAnswer('The quote', againQuoteSchema),
    ...refusals(...FOR_SIGNED_IN, 'not_found', 'too_many_requests'),
  },
})

const listAllRoute = createRoute({
  method: 'get',
  path: '/orders',
  operationId: 'listOrders',
  tags,
  summary: 'Everyone’s orders, newest first (admin)',
  description:
    '`q` matches orders with every word, ignoring case and accents: in order number, PO number, product, part number, name, e-mail or address, or as the ending of the id or the transaction id. `X-Total-Count` has the number of matches, `Link` the next page. Above 1,000 matches of a filter it is 1000, and `X-Total-Count-Is: at least`. `email` are those of one account. All filters can be combined; cancelled orders are found by a search and by `status=cancelled`, which are also the lapsed ones; `pending` are also the partly shipped orders, `refunded` those whose money went back completely, `to_ship_today` and `late` those that were promised to ship today and before. `sort=ships` returns those that are not shipped, the earliest day first, those without a day last; `sort=oldest` the oldest first, `sort=sum` those with the largest `payable` first.',
  security,
  request: { query: ordersQuerySchema },
  responses: {
    200: jsonAnswer('Orders', z.array(orderSchema), PAGING_HEADERS),
    ...refusals(...FOR_ADMINS),
  },
})

const exportRoute = createRoute({
  method: 'get',
  path: '/orders.csv',
  operationId: 'exportOrders',
  tags,
  summary: 'Everyone’s orders as a file (admin)',
  description:
    'All orders that match the filters of the list, newest first: CSV by RFC 4180 in UTF-8, one row for each order, or with `rows=lines` for each of its lines, with unit price, invoice number and tax; there the columns that begin with `order` are of the whole order, in its first line only. Times are in UTC, prices in dollars. A cell that begins with `=`, `+`, `-` or `@` has an apostrophe before it, so that a spreadsheet does not run it.',
  security,
  request: { query: ordersExportSchema },
  responses: {
    200: CSV_FILE,
    ...refusals(...FOR_ADMINS),
  },
})

/** The calls of orders. Paying and cancelling are in payments, since both need the payment provider. */
export function ordersApi(shop: Shop, guards: Guards, vat: VatService) {
  const placeOrder = createPlaceOrder(shop, vat)
  return createRouter()
    .openapi(
      { ...placeRoute, middleware: [guards.requireUser, guards.limit(ORDER_LIMIT)] as const },
      async (c) => {
        const key = c.req.valid('header')['idempotency-key']
        return c.json(await placeOrder(c.get('user'), c.req.valid('json'), key), 201)
      },
    )
    .openapi(
      { ...listMineRoute, middleware: [guards.requireUser, guards.limitReads] as const },
      async (c) => {
        const user = c.get('user')
        const { email, ...query } = c.req.valid('query')
        if (email !== undefined && email.toLowerCase() !== user.email) {
          throw new AppError('forbidden', 'You can see your own orders only.')
        }
        const orders = await listOrdersOfCustomer(shop.db, user, query)
        setPagingHeaders(c, orders)
        return c.json([...orders.rows], 200)
      },
    )
    .openapi({ ...getRoute, middleware: [guards.requireUser, guards.limitReads] as const }, async (c) =>
      c.json(await findOrderDetails(shop.db, c.get('user'), c.req.valid('param').id), 200),
    )
    .openapi(
      { ...changeRoute, middleware: [guards.requireUser, guards.limit(ORDER_CHANGE_LIMIT)] as const },
      async (c) => {
        const { id } = c.req.valid('param')
        return c.json(await changeOwnOrder({ shop, vat }, c.get('user'), id, c.req.valid('json')), 200)
      },
    )
    .openapi({ ...againRoute, middleware: [guards.requireUser, guards.limitReads] as const }, async (c) =>
      c.json(await quoteAgain(shop, c.get('user'), c.req.valid('param').id), 200),
    )
    .openapi({ ...listAllRoute, middleware: guards.requireAdmin }, async (c) => {
      const orders = await listOrders(shop, c.req.valid('query'))
      setPagingHeaders(c, orders)
      return c.json([...orders.rows], 200)
    })
    .openapi({ ...exportRoute, middleware: guards.requireAdmin }, (c) => {
      const { rows, ...filter } = c.req.valid('query')
      if (rows === 'lines') return csvAnswer('order-lines.csv', lineColumns, lineRows(shop, filter), shop.log)
      return csvAnswer('orders.csv', orderColumns, orderRows(shop, filter), shop.log)
    })
    .route('/', shippingApi(shop, guards))
    .route('/', losingApi(shop, guards))
    .route('/', restockingApi(shop, guards))
    .route('/', holdingApi(shop, guards))
    .route('/', savedViewsApi(shop, guards))
    .route('/', orderColumnsApi(shop, guards))
    .route('/', orderNotesApi(shop, guards))
}

export type OrdersApi = ReturnType<typeof ordersApi>
