import { taxRateText } from '#features/tax/texts.ts'
import { formatTotal } from '#kit/money.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { listText } from '#kit/text/list-text.ts'
import type { Order, OrderDetails, RefundedOf } from './schema.ts'
import { orderTexts } from './texts.ts'

/** A sum that is a part of what is paid: "Delivery (Express)", "$32.00". */
export interface Charge {
  readonly text: string
  readonly value: string
}

/** What charges are of: an order, or what a payment link shows of one. */
export type ChargedOrder = Pick<Order, 'totalPrice' | 'payable'> & {
  readonly delivery?: Pick<NonNullable<Order['delivery']>, 'name' | 'price'> | undefined
  readonly tax?: Pick<NonNullable<Order['tax']>, 'kind' | 'percent' | 'amount' | 'name'> | undefined
}

/** The delivery and the tax that is added, after the sum of the lines where what is paid differs from it. */
export function chargesOf({ totalPrice, payable, delivery, tax }: ChargedOrder): Charge[] {
  return [
    ...(payable === totalPrice ? [] : [{ text: orderTexts.goods, value: formatTotal(totalPrice) }]),
    ...(delivery ? [{ text: deliveryBy(delivery.name), value: deliveryPrice(delivery.price) }] : []),
    ...(tax?.kind === 'added' ? [{ text: taxRateText(tax), value: formatTotal(tax.amount) }] : []),
  ]
}

const deliveryBy = (name: string): string => `${orderTexts.delivery} (${name})`

const deliveryPrice = (dollars: number): string => (dollars === 0 ? orderTexts.free : formatTotal(dollars))

const LISTED_AT_MOST = 10

/** ", with VAT" of an order whose prices are without the tax, since refunds are with it; else empty. */
export const withTaxText = (tax: ChargedOrder['tax']): string =>
  tax?.kind === 'added' ? `, with ${tax.name ?? 'tax'}` : ''

/** What was refunded: "10 × HX-933-M8 for $1.48 and the delivery for $6.00, with VAT"; undefined of an amount alone. */
export function refundedText(
  { lines = [], delivery }: Pick<RefundedOf, 'lines' | 'delivery'>,
  order: Pick<OrderDetails, 'lines' | 'tax'>,
): string | undefined {
  const parts = lines.map(
    ({ position, quantity, amount }) =>
      `${formatCount(quantity)} × ${order.lines[position]?.sku ?? ''} for ${formatTotal(amount)}`,
  )
  const others = parts.splice(LISTED_AT_MOST).length
  if (others > 0) parts.push(`${formatCount(others)} more ${others === 1 ? 'line' : 'lines'}`)
  if (delivery !== undefined) parts.push(`the delivery for ${formatTotal(delivery)}`)
  return parts.length > 0 ? listText(parts) + withTaxText(order.tax) : undefined
}
