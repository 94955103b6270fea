import { isUnderWay } from '#features/orders/left-to-ship.ts'
import { orderStateWord } from '#features/orders/orders.ts'
import type { Order } from '#features/orders/schema.ts'
import type { Shop } from '#kit/shop.ts'
import { readOrders } from '../list/list-orders.ts'
import type { OrderFilter } from '../schema.ts'
import { type ExportedMoney, readMoney } from './exported-money.ts'

/**
 * The columns of the exported orders, one row for each order: prices in dollars, times as ISO 8601 in UTC. `lines` has the
 * part numbers with the pieces, as `933-M8-40:200 125-M8:400`, `shipments` the carriers with the tracking numbers. `country`
 * is where it goes, `ships` the day that was promised, `weight` in kg. The columns of `ExportedMoney` are at the end.
 */
const COLUMNS = {
  _id: ({ _id }) => _id,
  number: ({ number }) => number,
  createdAt: ({ createdAt }) => createdAt,
  status: orderStateWord,
  name: ({ name }) => name,
  email: ({ email }) => email,
  phone: ({ phone }) => phone,
  address: ({ address }) => address,
  poNumber: ({ poNumber }) => poNumber,
  note: ({ note }) => note,
  lines: ({ lines }) => lines.map(({ sku, quantity }) => `${sku}:${quantity}`).join(' '),
  quantity: ({ quantity }) => quantity,
  totalPrice: ({ totalPrice }) => totalPrice,
  refundedAmount: ({ refundedAmount }) => refundedAmount,
  dispute: ({ dispute }) => dispute,
  transactionId: ({ transactionId }) => transactionId,
  paidAt: ({ paidAt }) => paidAt,
  shippedAt: ({ shippedAt }) => shippedAt,
  shipments: ({ shipments = [] }) =>
    shipments
      .filter(isUnderWay)
      .flatMap(({ carrier = '', tracking = '' }) => `${carrier} ${tracking}`.trim() || [])
      .join(', '),
  country: ({ deliverTo, deliverFrom }) => deliverTo?.country ?? deliverFrom,
  delivery: ({ delivery }) => delivery?.name,
  ships: ({ delivery }) => delivery?.ships,
  weight: ({ weight }) => weight,
  taxKind: ({ tax }) => tax?.kind,
  taxPercent: ({ tax }) => tax?.percent,
  taxAmount: ({ tax }) => tax?.amount,
  payable: ({ payable }) => payable,
} as const satisfies Readonly<Record<string, (order: Order) => string | number | undefined>>

const MONEY_COLUMNS = [
  'goods',
  'deliveryPrice',
  'tax',
  'placedOn',
  'paidOn',
  'received',
  'paidBack',
] as const satisfies readonly (keyof ExportedMoney)[]

export const orderColumns = [...Object.keys(COLUMNS), ...MONEY_COLUMNS]

/** The rows of all customers' orders that match, newest first, some at a time. For admins. */
export async function* orderRows(shop: Pick<Shop, 'db' | 'now' | 'config'>, filter: OrderFilter) {
  for await (const orders of readOrders(shop, filter)) {
    const moneyOf = await readMoney(shop, filter, orders)
    yield orders.map((order) => {
      const money = moneyOf(order)
      return [
        ...Object.values(COLUMNS).map((read) => read(order)),
        ...MONEY_COLUMNS.map((column) => money[column]),
      ]
    })
  }
}
