import type { Db } from '#kit/db/db.ts'
import type { Order } from '../schema.ts'
import { readOrdersOfCustomer } from './list-own-orders.ts'
import type { Owner } from './own-orders.ts'
import type { MyOrdersFilter } from './schema.ts'

/** The state of an order in a word, as the filters of the list of all orders name it. */
export const orderStateWord = ({
  status,
  progress,
  cancelledAt,
}: Pick<Order, 'status' | 'progress' | 'cancelledAt'>): string =>
  cancelledAt === undefined ? (progress ?? status ?? 'unpaid') : 'cancelled'

/**
 * The columns of the exported own orders, one row for each order: prices in dollars, times as ISO 8601 in UTC, `arrives` as days.
 * `lines` has the part numbers with the pieces, as `933-M8-40:200 125-M8:400`.
 */
const COLUMNS = {
  number: ({ number }) => number,
  createdAt: ({ createdAt }) => createdAt,
  poNumber: ({ poNumber }) => poNumber,
  product: ({ product }) => product,
  lines: ({ lines }) => lines.map(({ sku, quantity }) => `${sku}:${quantity}`).join(' '),
  quantity: ({ quantity }) => quantity,
  shippedPieces: ({ shipped, status, quantity }) =>
    shipped?.pieces ?? (status === 'shipped' ? quantity : status && 0),
  state: orderStateWord,
  arrivesFrom: ({ delivery }) => delivery?.arrives.from,
  arrivesTo: ({ delivery }) => delivery?.arrives.to,
  payable: ({ payable }) => payable,
  refundedAmount: ({ refundedAmount }) => refundedAmount,
  paidAt: ({ paidAt }) => paidAt,
  shippedAt: ({ shippedAt }) => shippedAt,
  cancelledAt: ({ cancelledAt }) => cancelledAt,
  invoice: ({ invoice }) => invoice,
} as const satisfies Readonly<Record<string, (order: Order) => string | number | undefined>>

export const ownOrderColumns = Object.keys(COLUMNS)

/** The rows of the caller's own orders, newest first, some at a time. */
export async function* ownOrderRows(db: Db, customer: Owner, filter: MyOrdersFilter) {
  for await (const orders of readOrdersOfCustomer(db, customer, filter))
    yield orders.map((order) => Object.values(COLUMNS).map((read) => read(order)))
}
