import type { SignedInUser } from '#features/accounts/accounts.ts'
import { ownCall } from '#features/accounts/calls.ts'
import { accountRefusals } from '#features/accounts/refusals.ts'
import type { VatService } from '#features/tax/tax.ts'
import { csvAnswer } from '#kit/csv/csv-answer.ts'
import { idempotencyKeyField } from '#kit/input/fields.ts'
import { AppError } from '#kit/server/app-error.ts'
import { CSV_FILE, jsonAnswer, PAGING_HEADERS } from '#kit/server/describe.ts'
import { answerPage } from '#kit/server/paging.ts'
import type { Limit } from '#kit/server/rate-limit.ts'
import { createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { MINUTE_MS } from '#kit/time.ts'
import { quoteAgain } from './details/order-again.ts'
import { findOrderDetails } from './details/order-details.ts'
import { againQuoteSchema } from './details/schema.ts'
import { listOrdersOfCustomer } from './owners/list-own-orders.ts'
import { ownOrderColumns, ownOrderRows } from './owners/own-orders-csv.ts'
import { type MyOrdersFilter, myOrdersFilterSchema, myOrdersQuerySchema } from './owners/schema.ts'
import { createPlaceOrder } from './placing/place-order.ts'
import { placeOrderSchema } from './placing/schema.ts'
import { orderRefusals } from './refusals.ts'
import { orderDetailsSchema, orderSchema, shipmentLineSchema } from './schema.ts'

export const ORDER_LIMIT: Limit = {
  name: 'order',
  what: 'orders',
  account: 200,
  address: 2000,
  windowMs: MINUTE_MS,
}

/** The parameters of the calls of one order. */
export const orderId = { params: z.object({ id: z.string().meta({ description: 'The id of the order.' }) }) }

/**
 * What a refused order returns besides its sentence: minimum, step and stock in pieces, the current total in dollars; for an
 * order by `lines` the problem of each line, by its index from 0; for a shipment the pieces that are left.
 */
export const orderProblemMembers = {
  minimum: z.number().optional(),
  step: z.number().optional(),
  available: z.number().optional(),
  open: z.number().optional(),
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
  summary: 'Place an order',
  description:
    'By `lines`, or of one product by its name. All lines are placed or none. It goes to `deliverTo`, or to the one-line `address` in the country of the seller, by the method `delivery`, or by the first of the settings that is offered there; its price and the tax are in what is `payable`, which is checked if the request has it. The same `Idempotency-Key` returns the same order. Staff with the right `orders` can enter an order for a `customer` by the e-mail of the account: it is that customer’s in everything, `addressId` is of that address book, the pieces are held for `HOLD_HOURS`, the limits of unpaid orders are those of a verified e-mail, and the key is that of who enters it.',
  headers: z.object({ 'idempotency-key': idempotencyKeyField.optional() }),
  body: placeOrderSchema,
  limit: ORDER_LIMIT,
  answers: { 201: jsonAnswer('The order', orderSchema) },
  refusals: [
    accountRefusals.secondFactorRequired,
    'forbidden',
    accountRefusals.rightRequired,
    'not_found',
    orderRefusals.unknownCustomer,
    orderRefusals.belowMinimum,
    orderRefusals.blocked,
    'key_reused',
    orderRefusals.noTerms,
    orderRefusals.offStep,
    orderRefusals.outOfStock,
    orderRefusals.overCredit,
    orderRefusals.priceChanged,
    orderRefusals.tooManyUnpaid,
    orderRefusals.tooManyCancelled,
    orderRefusals.tooMuchHeld,
    'conflict',
  ],
})

const listMineRoute = ownCall('get', '/myorders', {
  operationId: 'listMyOrders',
  summary: 'The caller’s orders, newest first',
  description:
    'Without `limit` the first 100. `X-Total-Count` has their number, `Link` the next page. `invoice` is the number of the invoice, `shipped` how far one is that is shipped in part. With `state=cancelled` those that were cancelled or lapsed, which are on no other list.',
  query: myOrdersQuerySchema,
  limit: 'reads',
  answers: { 200: jsonAnswer('Orders', z.array(orderSchema), PAGING_HEADERS) },
  refusals: ['forbidden'],
})

const exportMineRoute = ownCall('get', '/myorders.csv', {
  operationId: 'exportMyOrders',
  summary: 'The caller’s orders as a file',
  description:
    'Those of the list, newest first: CSV by RFC 4180 in UTF-8, one row for each order. Times are in UTC, prices in the currency of the shop. A cell that begins with `=`, `+`, `-` or `@` has an apostrophe before it, so that a spreadsheet does not run it.',
  query: myOrdersFilterSchema,
  limit: 'reads',
  answers: { 200: CSV_FILE },
  refusals: ['forbidden'],
})

const getRoute = ownCall('get', '/myorder/{id}', {
  operationId: 'getOrder',
  summary: 'One order with its events, to its owner and to staff',
  description:
    'The events are the oldest first. Cancelled and lapsed orders stay readable, with `cancelledAt`. What an admin entered for an account whose e-mail is not confirmed is `404` to its sessions. Staff see the e-mail of whoever caused an event.',
  ...orderId,
  limit: 'reads',
  answers: { 200: jsonAnswer('The order', orderDetailsSchema) },
  refusals: [accountRefusals.secondFactorRequired],
})

const againRoute = ownCall('get', '/myorder/{id}/again', {
  operationId: 'quoteOrderAgain',
  summary: 'What the lines of an order would cost now',
  description: 'Each line has in `then` what it was when it was ordered. A part no longer sold is `unknown`.',
  ...orderId,
  limit: 'reads',
  answers: { 200: jsonAnswer('The quote', againQuoteSchema) },
  refusals: [accountRefusals.secondFactorRequired],
})

/** Refuses (403) the orders of another address. */
function refuseOthers(user: Pick<SignedInUser, 'email'>, { email }: MyOrdersFilter): void {
  if (email !== undefined && email.toLowerCase() !== user.email)
    throw new AppError('forbidden', 'You can see your own orders only.')
}

/** The calls of orders. Paying and cancelling are in payments, since both need the payment provider. */
export function ordersApi(shop: Shop, vat: VatService) {
  const placeOrder = createPlaceOrder(shop, vat)
  return createRouter('Orders')
    .openapi(placeRoute, async (c) => {
      const key = c.req.valid('header')['idempotency-key']
      return c.json(await placeOrder(c.get('user'), c.req.valid('json'), key), 201)
    })
    .openapi(listMineRoute, async (c) => {
      const user = c.get('user')
      const query = c.req.valid('query')
      refuseOthers(user, query)
      return answerPage(c, await listOrdersOfCustomer(shop.db, user, query))
    })
    .openapi(exportMineRoute, (c) => {
      const user = c.get('user')
      const query = c.req.valid('query')
      refuseOthers(user, query)
      return csvAnswer('my-orders.csv', ownOrderColumns, ownOrderRows(shop.db, user, query), shop.log)
    })
    .openapi(getRoute, async (c) =>
      c.json(await findOrderDetails(shop.db, c.get('user'), c.req.valid('param').id), 200),
    )
    .openapi(againRoute, async (c) =>
      c.json(await quoteAgain(shop, c.get('user'), c.req.valid('param').id), 200),
    )
}

export type OrdersApi = ReturnType<typeof ordersApi>
