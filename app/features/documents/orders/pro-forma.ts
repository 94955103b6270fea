import { orderWeight, weightToKg } from '#features/delivery/delivery.ts'
import { weightText } from '#features/delivery/texts.ts'
import type { Order, OrderDetails, OrderLine } from '#features/orders/orders.ts'
import { countryName } from '#kit/text/country-name.ts'
import { orderPaperTexts } from '../texts.ts'
import {
  type Fact,
  type OrderPaper,
  orderFacts,
  type PaperSource,
  partText,
  pricedPaper,
  pricedRows,
  recipientText,
} from './order-paper.ts'
import { shippedOrder } from './shipped-pieces.ts'

/**
 * What customs asks of an order that leaves the country: what it is, where it was made, what it weighs and is worth, and why. It
 * has the pieces that are shipped and those that are to be.
 */
export function proFormaPaper(given: PaperSource & { readonly order: OrderDetails }): OrderPaper {
  const source = { ...given, order: shippedOrder(given.order) }
  const { order } = source
  const { proForma, proFormaRemark, customerVatId } = orderPaperTexts
  const vatId = order.tax?.vatId
  return {
    ...pricedPaper(source),
    kind: proForma,
    heading: `${proForma} ${order.number}`,
    at: Date.parse(order.createdAt),
    recipient: recipientText(order, order.deliverTo),
    facts: [
      ...orderFacts(source),
      ...exportFacts(order),
      ...(vatId === undefined ? [] : [[customerVatId, vatId] as const]),
    ],
    rows: pricedRows(order, weighedText),
    remarks: [order.tax?.note ?? '', proFormaRemark],
  }
}

function exportFacts({ deliverFrom, deliverTo, delivery, weight, phone, billingLines }: Order): Fact[] {
  const texts = orderPaperTexts
  const country = (code: string | undefined) => (code === undefined ? undefined : countryName(code))
  const to = country(deliverTo?.country)
  const incoterm =
    delivery?.incoterm === undefined
      ? undefined
      : texts.incotermAt(delivery.incoterm, [deliverTo?.city, to].filter(Boolean).join(', '))
  const facts: readonly (readonly [label: string, value: string | undefined])[] = [
    [texts.reason, texts.sale],
    [texts.carriedFrom, country(deliverFrom)],
    [texts.carriedTo, to],
    [texts.incoterm, incoterm],
    [texts.carrier, delivery?.carrier],
    [texts.weight, weight === undefined ? undefined : weightText(weight)],
    [texts.phone, phone || undefined],
    [texts.billTo, billingLines?.join('\n')],
  ]
  return facts.flatMap(([label, value]) => (value === undefined ? [] : [[label, value] as const]))
}

/** A part with its code of the tariff, its origin, and what its pieces weigh together. */
function weighedText(line: OrderLine): string {
  const weight = orderWeight([line])
  return weight === undefined ? partText(line) : `${partText(line)}, ${weightText(weightToKg(weight))}`
}
