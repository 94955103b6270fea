import { findInvoiceNumbers } from '#features/invoices/invoices.ts'
import { orderStateWord } from '#features/orders/orders.ts'
import type { Order, OrderLine } from '#features/orders/schema.ts'
import type { Shop } from '#kit/shop.ts'
import { readOrders } from '../list/list-orders.ts'
import type { OrderFilter } from '../schema.ts'
import { type ExportedMoney, readMoney } from './exported-money.ts'

interface ExportedLine {
  readonly order: Order
  readonly line: OrderLine
  /** That of the line in its order, from 0. */
  readonly position: number
  readonly invoice: string | undefined
  readonly money: ExportedMoney
}

/** In the first line of each order only, so that the sum of the column is that of the orders. */
const once =
  (read: (order: Order, money: ExportedMoney) => number | undefined) =>
  ({ order, money, position }: ExportedLine): number | undefined =>
    position === 0 ? read(order, money) : undefined

/**
 * The columns of exported lines, one row for each line of an order: prices in dollars, times as ISO 8601 in UTC, `vatId` of the
 * customer, `country` where it goes; `lineNet` and `orderDeliveryNet` are without tax, so that with `orderTax` they are exactly
 * `orderPayable`. Those that begin with `order` are of the whole order, in its first line only.
 */
const COLUMNS = {
  number: ({ order }) => order.number,
  createdAt: ({ order }) => order.createdAt,
  status: ({ order }) => orderStateWord(order),
  paidAt: ({ order }) => order.paidAt,
  shippedAt: ({ order }) => order.shippedAt,
  invoice: ({ invoice }) => invoice,
  name: ({ order }) => order.name,
  company: ({ order: { billTo, deliverTo } }) => billTo?.company ?? deliverTo?.company,
  email: ({ order }) => order.email,
  country: ({ order: { deliverTo, deliverFrom } }) => deliverTo?.country ?? deliverFrom,
  vatId: ({ order }) => order.tax?.vatId,
  poNumber: ({ order }) => order.poNumber,
  line: ({ position }) => position + 1,
  sku: ({ line }) => line.sku,
  product: ({ line }) => line.product,
  quantity: ({ line }) => line.quantity,
  unitPrice: ({ line }) => line.unitPrice,
  lineTotal: ({ line }) => line.lineTotal,
  refunded: ({ line }) => line.refunded,
  restocked: ({ line }) => line.restocked,
  origin: ({ line }) => line.origin,
  customsCode: ({ line }) => line.customsCode,
  taxKind: ({ order }) => order.tax?.kind,
  taxPercent: ({ order }) => order.tax?.percent,
  orderDelivery: once(({ delivery }) => delivery?.price),
  orderTax: once(({ tax }) => tax?.amount),
  orderPayable: once(({ payable }) => payable),
  orderRefunded: once(({ refundedAmount }) => refundedAmount),
  lineNet: ({ money, position }) => money.ofLines[position],
  orderDeliveryNet: once((_, { deliveryPrice }) => deliveryPrice),
  orderReceived: once((_, { received }) => received),
  orderPaidBack: once((_, { paidBack }) => paidBack),
  own: ({ line }) => line.own,
  note: ({ line }) => line.note,
} as const satisfies Readonly<Record<string, (line: ExportedLine) => string | number | undefined>>

export const lineColumns = Object.keys(COLUMNS)

/** The lines of all customers' orders that match, newest first, those of an order in their sequence. For admins. */
export async function* lineRows(shop: Pick<Shop, 'db' | 'now' | 'config'>, filter: OrderFilter) {
  for await (const orders of readOrders(shop, filter)) {
    const invoices = await findInvoiceNumbers(
      shop.db,
      orders.map(({ _id }) => _id),
    )
    const moneyOf = await readMoney(shop, filter, orders)
    yield orders.flatMap((order) => {
      const ofOrder = { order, invoice: invoices.get(order._id), money: moneyOf(order) }
      return order.lines.map((line, position) =>
        Object.values(COLUMNS).map((read) => read({ ...ofOrder, line, position })),
      )
    })
  }
}
