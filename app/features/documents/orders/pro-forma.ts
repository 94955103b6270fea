import { orderWeight, weightToKg } from '#features/delivery/delivery.ts'
import { incotermText } from '#features/delivery/incoterm-text.ts'
import { weightText } from '#features/delivery/texts.ts'
import type { Order, OrderDetails, OrderLine } from '#features/orders/orders.ts'
import { shopCurrency } from '#kit/identity/shop-currency.ts'
import type { Cell } from '#kit/pdf/table.ts'
import { countryName } from '#kit/text/country-name.ts'
import { orderPaperTexts } from '../texts.ts'
import {
  type Fact,
  type OrderPaper,
  orderFacts,
  type PaperSource,
  partCell,
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
    rows: pricedRows(order, weighedCell),
    remarks: [order.tax?.note ?? '', proFormaRemark(shopCurrency())],
  }
}

function exportFacts({ deliverFrom, deliverTo, delivery, weight, phone, billingLines }: Order): Fact[] {
  const texts = orderPaperTexts
  const country = (code: string | undefined) => (code === undefined ? undefined : countryName(code))
  const to = country(deliverTo?.country)
  const incoterm =
    delivery?.incoterm === undefined
      ? undefined
      : incotermText(delivery.incoterm, { from: { country: deliverFrom }, to: deliverTo })
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
function weighedCell(line: OrderLine): Cell {
  const weight = orderWeight([line])
  return partCell(line, weight === undefined ? '' : weightText(weightToKg(weight)))
}
