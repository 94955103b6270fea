import { ownCall, staffCall } from '#features/accounts/calls.ts'
import type { VatService } from '#features/tax/tax.ts'
import { csvAnswer } from '#kit/csv/csv-answer.ts'
import { idempotencyKeyField } from '#kit/input/fields.ts'
import { AppError } from '#kit/server/app-error.ts'
import { CSV_FILE, jsonAnswer, PAGING_HEADERS } from '#kit/server/describe.ts'
import { setPagingHeaders } from '#kit/server/paging.ts'
import type { Limit } from '#kit/server/rate-limit.ts'
import { createRouter, z } from '#kit/server/router.ts'
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
import { createPlaceOrder } from './placing/place-order.ts'
import { placeOrderSchema } from './placing/schema.ts'
import { listOrdersOfCustomer } from './records/find-orders.ts'
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

const placeRoute = ownCall('post', '/order', {
  operationId: 'placeOrder',
  tags,
  summary: 'Place an order',
  description:
    'By `lines`, or of one product by its name. All lines are placed or none. It goes to `deliverTo`, or to the one-line `address` in the country of the seller, by the method `delivery`, or by the first of the settings that is offered there; its price and the tax are in what is `payable`, which is checked if the request has it. The same `Idempotency-Key` returns the same order. An admin can enter an order for a `customer` by the e-mail of the account: it is that customer’s in everything, `addressId` is of that address book, the pieces are held for `HOLD_HOURS`, the limits of unpaid orders are those of a verified e-mail, and the key is the admin’s.',
  headers: z.object({ 'idempotency-key': idempotencyKeyField.optional() }),
  body: placeOrderSchema,
  limit: ORDER_LIMIT,
  answers: { 201: jsonAnswer('The order', orderSchema) },
  refusals: [
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
  ],
})

const listMineRoute = ownCall('get', '/myorders', {
  operationId: 'listMyOrders',
  tags,
  summary: 'The caller’s orders, newest first',
  description:
    'Without `limit` the first 100. `X-Total-Count` has their number, `Link` the next page. With `state=cancelled` those that were cancelled or lapsed, which are on no other list.',
  query: myOrdersQuerySchema,
  limit: 'reads',
  answers: { 200: jsonAnswer('Orders', z.array(orderSchema), PAGING_HEADERS) },
  refusals: ['forbidden'],
})

const getRoute = ownCall('get', '/myorder/{id}', {
  operationId: 'getOrder',
  tags,
  summary: 'One order with its events, to its owner and to admins',
  description:
    'The events are the oldest first. Cancelled and lapsed orders stay readable, with `cancelledAt`. What an admin entered for an account whose e-mail is not verified is `404` to its sessions. Admins see the e-mail of whoever caused an event.',
  ...orderId,
  limit: 'reads',
  answers: { 200: jsonAnswer('The order', orderDetailsSchema) },
  refusals: ['not_found'],
})

const changeRoute = ownCall('patch', '/myorder/{id}', {
  operationId: 'changeOrder',
  tags,
  summary: 'Change an order until it is shipped',
  description:
    'The own order, or for admins any. Fields that are absent stay. `null` removes PO number and note. `deliverTo` replaces the address where price, tax and method of delivery stay what they were when the order was placed; otherwise it is refused with what would be payable. In the same place (country, region, territory of the tax) it is always taken; the settings of today are asked only for what a move changes. The days that were promised stay.',
  ...orderId,
  body: changeOrderSchema,
  limit: ORDER_CHANGE_LIMIT,
  answers: { 200: jsonAnswer('The order', orderDetailsSchema) },
  refusals: ['not_found', orderRefusals.priceChanged, 'conflict'],
})

const againRoute = ownCall('get', '/myorder/{id}/again', {
  operationId: 'quoteOrderAgain',
  tags,
  summary: 'What the lines of an order would cost now',
  description: 'Each line has in `then` what it was when it was ordered. A part no longer sold is `unknown`.',
  ...orderId,
  limit: 'reads',
  answers: { 200: jsonAnswer('The quote', againQuoteSchema) },
  refusals: ['not_found'],
})

const listAllRoute = staffCall(['orders', 'money'], 'get', '/orders', {
  operationId: 'listOrders',
  tags,
  summary: 'Everyone’s orders, newest first (admin)',
  description:
    '`q` matches orders with every word, ignoring case and accents: in order number, PO number, product, part number, name, e-mail or address, or as the ending of the id or the transaction id. `X-Total-Count` has the number of matches, `Link` the next page. Above 1,000 matches of a filter it is 1000, and `X-Total-Count-Is: at least`. `email` are those of one account. All filters can be combined; cancelled orders are found by a search and by `status=cancelled`, which are also the lapsed ones; `pending` are also the partly shipped orders, `refunded` those whose money went back completely, `to_ship_today` and `late` those that were promised to ship today and before. `sort=ships` returns those that are not shipped, the earliest day first, those without a day last; `sort=oldest` the oldest first, `sort=sum` those with the largest `payable` first.',
  query: ordersQuerySchema,
  answers: { 200: jsonAnswer('Orders', z.array(orderSchema), PAGING_HEADERS) },
})

const exportRoute = staffCall(['orders', 'money'], 'get', '/orders.csv', {
  operationId: 'exportOrders',
  tags,
  summary: 'Everyone’s orders as a file (admin)',
  description:
    'All orders that match the filters of the list, newest first: CSV by RFC 4180 in UTF-8, one row for each order, or with `rows=lines` for each of its lines, with unit price, invoice number and tax; there the columns that begin with `order` are of the whole order, in its first line only. Times are in UTC, prices in dollars. A cell that begins with `=`, `+`, `-` or `@` has an apostrophe before it, so that a spreadsheet does not run it.',
  query: ordersExportSchema,
  answers: { 200: CSV_FILE },
})

/** The calls of orders. Paying and cancelling are in payments, since both need the payment provider. */
export function ordersApi(shop: Shop, vat: VatService) {
  const placeOrder = createPlaceOrder(shop, vat)
  return createRouter()
    .openapi(placeRoute, async (c) => {
      const key = c.req.valid('header')['idempotency-key']
      return c.json(await placeOrder(c.get('user'), c.req.valid('json'), key), 201)
    })
    .openapi(listMineRoute, async (c) => {
      const user = c.get('user')
      const { email, ...query } = c.req.valid('query')
      if (email !== undefined && email.toLowerCase() !== user.email) {
        throw new AppError('forbidden', 'You can see your own orders only.')
      }
      const orders = await listOrdersOfCustomer(shop.db, user, query)
      setPagingHeaders(c, orders)
      return c.json([...orders.rows], 200)
    })
    .openapi(getRoute, async (c) =>
      c.json(await findOrderDetails(shop.db, c.get('user'), c.req.valid('param').id), 200),
    )
    .openapi(changeRoute, async (c) => {
      const { id } = c.req.valid('param')
      return c.json(await changeOwnOrder({ shop, vat }, c.get('user'), id, c.req.valid('json')), 200)
    })
    .openapi(againRoute, async (c) =>
      c.json(await quoteAgain(shop, c.get('user'), c.req.valid('param').id), 200),
    )
    .openapi(listAllRoute, async (c) => {
      const orders = await listOrders(shop, c.req.valid('query'))
      setPagingHeaders(c, orders)
      return c.json([...orders.rows], 200)
    })
    .openapi(exportRoute, (c) => {
      const { rows, ...filter } = c.req.valid('query')
      if (rows === 'lines') return csvAnswer('order-lines.csv', lineColumns, lineRows(shop, filter), shop.log)
      return csvAnswer('orders.csv', orderColumns, orderRows(shop, filter), shop.log)
    })
    .route('/', shippingApi(shop))
    .route('/', losingApi(shop))
    .route('/', restockingApi(shop))
    .route('/', holdingApi(shop))
    .route('/', savedViewsApi(shop))
    .route('/', orderColumnsApi(shop))
    .route('/', orderNotesApi(shop))
}

export type OrdersApi = ReturnType<typeof ordersApi>
