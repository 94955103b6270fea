import { grossAmounts } from '#features/orders/left-to-refund.ts'
import type { Order } from '#features/orders/orders.ts'
import type { Seller } from '#features/settings/schema.ts'
import { sellerPlace } from '#features/settings/settings.ts'
import type { TaxKind } from '#features/tax/schema.ts'
import { orderTotals } from '#features/tax/totals.ts'
import { dayAt } from '#kit/days/time-zone.ts'
import { exactCents } from '#kit/money.ts'
import { apportionCents } from '#kit/money-division.ts'
import { buyerWordsOf } from '#kit/notes/buyer-words.ts'
import type { Amounts, Buyer, InvoiceDocument, InvoiceLine } from './invoice-document.ts'

/** What an invoice is made from. Days are as "2026-11-26". */
export interface InvoiceSource {
  readonly order: Order
  /** In which it was placed. */
  readonly currency: string
  readonly seller: Seller
  readonly number: string
  readonly issuedOn: string
  /** In which the other days are counted. */
  readonly timeZone: string
  /** Of an order that is not paid: until when it is to be paid. */
  readonly dueOn?: string
  /** The tax that prices include, in percent, for an order from before taxes were decided. */
  readonly formerPercent?: number
}

/**
 * The invoice of an order: over all of its lines, its delivery and its tax. Throws when the sums of the order contradict each
 * other, or when something is due and no day is given for it.
 */
export function invoiceOf({
  order,
  currency,
  seller,
  number,
  issuedOn,
  timeZone,
  dueOn,
  formerPercent = 0,
}: InvoiceSource): InvoiceDocument {
  const { kind, percent, name, note, vatId } = order.tax ?? { ...FORMER_TAX, percent: formerPercent }
  const shown = order.lines.map(({ lineTotal }) => exactCents(lineTotal))
  const deliveryCents = order.delivery ? exactCents(order.delivery.price) : 0
  const linesCents = shown.reduce((sum, cents) => sum + cents, 0)
  const totals = orderTotals({ linesCents, deliveryCents, tax: { kind, percent } })
  const { netCents, taxCents, payableCents: grossCents } = totals
  if (grossCents !== exactCents(order.payable))
    throw new Error(`Order ${order.number} is over ${order.payable}, and its parts over ${grossCents} cents.`)
  const paidCents = order.paid ? grossCents : grossCents - exactCents(order.openAmount ?? order.payable)
  if (paidCents < grossCents && dueOn === undefined)
    throw new Error(`The invoice of order ${order.number} has no day until which it is to be paid.`)
  const amounts = amountsOf([...shown, deliveryCents], { kind, netCents, grossCents })
  const { delivery } = order
  const buyer = buyerOf(order, seller, vatId)
  return {
    kind: 'invoice',
    number,
    issuedOn,
    ...(paidCents < grossCents && { dueOn }),
    deliveredOn: deliveredOn(order, { issuedOn, timeZone }),
    currency: currency.toUpperCase(),
    seller,
    buyer,
    deliverTo: order.deliverTo ?? buyer.address,
    lines: order.lines.map((line, position) => invoiceLine(line, position, amounts[position])),
    ...shippingOf(order),
    ...(delivery && { delivery: { name: delivery.name, ...(amounts.at(-1) ?? NOTHING) } }),
    tax: { kind, percent, ...(name !== undefined && { name }), ...(note !== undefined && { note }) },
    totals: {
      linesCents,
      deliveryCents,
      netCents,
      taxCents,
      grossCents,
      paidCents,
      dueCents: grossCents - paidCents,
    },
    references: referencesOf(order, timeZone),
  }
}

/** See `InvoiceDocument`. What was promised for a day before the payment left after it. */
function deliveredOn(
  { shippedAt, delivery }: Order,
  { issuedOn, timeZone }: Pick<InvoiceSource, 'issuedOn' | 'timeZone'>,
): string {
  if (shippedAt) return dayAt(Date.parse(shippedAt), timeZone)
  return delivery && delivery.ships > issuedOn ? delivery.ships : issuedOn
}

const FORMER_TAX = { kind: 'included', name: 'tax', note: undefined, vatId: undefined } as const

const NOTHING: Amounts = { netCents: 0, grossCents: 0 }

/**
 * What each amount is without and with the tax, so that both sums are exactly those of the order. The tax is computed once,
 * on the sum, so the cents of its rounding are divided among the amounts; see `docs/decisions/0048-invoices.md`.
 */
function amountsOf(
  shown: readonly number[],
  { kind, netCents, grossCents }: Amounts & { readonly kind: TaxKind },
): Amounts[] {
  const net = kind === 'included' ? apportionCents(netCents, shown) : shown
  const gross = grossAmounts(shown, kind, grossCents)
  return shown.map((_, index) => ({ netCents: net[index] ?? 0, grossCents: gross[index] ?? 0 }))
}

const invoiceLine = (
  { sku, product, quantity, unitPrice, origin, customsCode, ...words }: Order['lines'][number],
  position: number,
  amounts = NOTHING,
): InvoiceLine => ({
  position,
  sku,
  name: product,
  quantity,
  unitPrice,
  ...amounts,
  ...(origin !== undefined && { origin }),
  ...(customsCode !== undefined && { customsCode }),
  ...buyerWordsOf(words),
})

function shippingOf({ delivery, weight }: Order): Pick<InvoiceDocument, 'shipping'> {
  const incoterm = delivery?.incoterm
  if (incoterm === undefined && weight === undefined) return {}
  return {
    shipping: { ...(incoterm !== undefined && { incoterm }), ...(weight !== undefined && { weight }) },
  }
}

/** Whoever has an address in one line is in the country from which it goes: such an order goes nowhere else. */
function buyerOf(order: Order, seller: Seller, vatId: string | undefined): Buyer {
  const { billTo, deliverTo, deliverFrom, name, address: street, email } = order
  const country = deliverFrom ?? sellerPlace({ seller }).country
  const address = billTo ?? deliverTo ?? { name, street, country }
  return { address, email, ...(vatId !== undefined && { vatId }) }
}

const referencesOf = (
  { number, createdAt, poNumber, transactionId }: Order,
  timeZone: string,
): InvoiceDocument['references'] => ({
  orderNumber: number,
  orderedOn: dayAt(Date.parse(createdAt), timeZone),
  ...(poNumber !== undefined && { poNumber }),
  ...(transactionId !== undefined && { transactionId }),
})
