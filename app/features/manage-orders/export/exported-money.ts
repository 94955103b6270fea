import type { Order } from '#features/orders/schema.ts'
import { shopTimeZone } from '#features/settings/settings.ts'
import { orderTotals } from '#features/tax/totals.ts'
import { dayAt } from '#kit/days/time-zone.ts'
import { centsToDollars, exactCents } from '#kit/money.ts'
import { apportionCents } from '#kit/money-division.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS, isoDay } from '#kit/time.ts'
import { daysOf, isOnDays } from '../list/list-orders.ts'
import type { OrderFilter } from '../schema.ts'

/** What an order comes to without tax, and what became of its money; in dollars. */
export interface ExportedMoney {
  /** The parts and the delivery without tax: with `tax` they are exactly `payable`. */
  readonly goods: number
  readonly deliveryPrice: number
  readonly tax: number
  /** Days in the time zone of the shop. */
  readonly placedOn: string
  readonly paidOn: string | undefined
  /** What was paid and what went back: all, or on the days of the filter where these are days of the money. */
  readonly received: number | undefined
  readonly paidBack: number | undefined
  /** The parts line by line. */
  readonly ofLines: readonly number[]
}

/** Reads what became of the money of these orders. */
export async function readMoney(
  shop: Pick<Shop, 'db' | 'now' | 'config'>,
  filter: OrderFilter,
  orders: readonly Order[],
): Promise<(order: Order) => ExportedMoney> {
  const timeZone = await shopTimeZone(shop)
  const days = filter.dayOf === 'money' ? daysOf(filter, { now: shop.now(), timeZone }) : {}
  const rows = await shop.db
    .selectFrom('order_money')
    .selectAll()
    .select(isOnDays(days).as('isAsked'))
    .where(
      'order_id',
      'in',
      orders.map(({ _id }) => _id),
    )
    .execute()
  const byOrder = Map.groupBy(rows, ({ order_id }) => order_id)
  return (order) => {
    const own = byOrder.get(order._id) ?? []
    const asked = own.filter(({ isAsked }) => Boolean(isAsked))
    const paidDay = own.find(({ paid_cents }) => paid_cents !== 0)?.day
    const sum = (column: 'paid_cents' | 'gone_cents') =>
      own.length === 0 ? undefined : centsToDollars(asked.reduce((cents, row) => cents + row[column], 0))
    return {
      ...partsOf(order),
      placedOn: dayAt(Date.parse(order.createdAt), timeZone),
      paidOn: paidDay === undefined ? undefined : isoDay(paidDay * DAY_MS),
      received: sum('paid_cents'),
      paidBack: sum('gone_cents'),
    }
  }
}

/** Without tax; divided among lines and delivery as on the invoice. An order from before taxes were decided has none. */
function partsOf({
  lines,
  delivery,
  tax,
}: Order): Pick<ExportedMoney, 'goods' | 'deliveryPrice' | 'tax' | 'ofLines'> {
  const shown = lines.map(({ lineTotal }) => exactCents(lineTotal))
  const linesCents = shown.reduce((sum, cents) => sum + cents, 0)
  const deliveryCents = delivery ? exactCents(delivery.price) : 0
  const totals = orderTotals({ linesCents, deliveryCents, tax: tax ?? { kind: 'none', percent: 0 } })
  const net =
    tax?.kind === 'included'
      ? apportionCents(totals.netCents, [...shown, deliveryCents])
      : [...shown, deliveryCents]
  const deliveryNet = net.at(-1) ?? 0
  return {
    goods: centsToDollars(totals.netCents - deliveryNet),
    deliveryPrice: centsToDollars(deliveryNet),
    tax: centsToDollars(totals.taxCents),
    ofLines: net.slice(0, -1).map(centsToDollars),
  }
}
