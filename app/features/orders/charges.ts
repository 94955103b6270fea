import { taxRateText } from '#features/tax/texts.ts'
import { formatTotal } from '#kit/money.ts'
import type { Order } from './schema.ts'
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
