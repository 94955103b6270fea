import { staffCall } from '#features/accounts/calls.ts'
import { hasRight } from '#features/accounts/rights.ts'
import { orderSchema } from '#features/orders/schema.ts'
import { csvAnswer } from '#kit/csv/csv-answer.ts'
import { CSV_FILE, jsonAnswer, PAGING_HEADERS } from '#kit/server/describe.ts'
import { answerPage } from '#kit/server/paging.ts'
import { createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { orderColumnsApi } from './columns/api.ts'
import { lineColumns, lineRows } from './export/line-csv.ts'
import { orderColumns, orderRows } from './export/order-csv.ts'
import { holdingApi } from './holding/api.ts'
import { listOrders, withoutTalk } from './list/list-orders.ts'
import { orderNotesApi } from './notes/api.ts'
import { ordersExportSchema, ordersQuerySchema } from './schema.ts'
import { savedViewsApi } from './views/api.ts'

const listAllRoute = staffCall(['orders', 'money'], 'get', '/orders', {
  operationId: 'listOrders',
  summary: 'Everyone’s orders, newest first (admin)',
  description:
    '`q` matches orders with every word, ignoring case and accents: in order number, PO number, product, part number, name, e-mail or address, or as the ending of the id or the transaction id; or with all its digits in the phone number. `X-Total-Count` has the number of matches, `Link` the next page. Above 1,000 matches of a filter it is 1000, and `X-Total-Count-Is: at least`. `email` are those of one account. All filters can be combined; cancelled orders are found by a search and by `status=cancelled`, which are also the lapsed ones; `pending` are also the partly shipped orders, `refunded` those whose money went back completely, `to_ship_today` and `late` those that were promised to ship today and before, `to_answer` those about which a message of the customer waits for an answer. `sort=ships` returns those that are not shipped, the earliest day first, those without a day last; `sort=oldest` the oldest first, `sort=sum` those with the largest `payable` first. `notes` and `toAnswer` are for staff with `orders` only.',
  query: ordersQuerySchema,
  answers: { 200: jsonAnswer('Orders', z.array(orderSchema), PAGING_HEADERS) },
})

const exportRoute = staffCall(['orders', 'money'], 'get', '/orders.csv', {
  operationId: 'exportOrders',
  summary: 'Everyone’s orders as a file (admin)',
  description:
    'All orders that match the filters of the list, newest first: CSV by RFC 4180 in UTF-8, one row for each order, or with `rows=lines` for each of its lines, with unit price, invoice number and tax; there the columns that begin with `order` are of the whole order, in its first line only. Times are in UTC, prices in the currency of the shop. A cell that begins with `=`, `+`, `-` or `@` has an apostrophe before it, so that a spreadsheet does not run it.',
  query: ordersExportSchema,
  answers: { 200: CSV_FILE },
})

/** The calls of the staff's list of all orders. */
export function manageOrdersApi(shop: Shop) {
  return createRouter('Orders')
    .openapi(listAllRoute, async (c) => {
      const list = await listOrders(shop, c.req.valid('query'))
      return answerPage(
        c,
        hasRight(c.var.user, 'orders') ? list : { ...list, rows: list.rows.map(withoutTalk) },
      )
    })
    .openapi(exportRoute, (c) => {
      const { rows, ...filter } = c.req.valid('query')
      if (rows === 'lines') return csvAnswer('order-lines.csv', lineColumns, lineRows(shop, filter), shop.log)
      return csvAnswer('orders.csv', orderColumns, orderRows(shop, filter), shop.log)
    })
    .route('/', holdingApi(shop))
    .route('/', savedViewsApi(shop))
    .route('/', orderColumnsApi(shop))
    .route('/', orderNotesApi(shop))
}

export type ManageOrdersApi = ReturnType<typeof manageOrdersApi>
