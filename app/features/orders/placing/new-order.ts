import type { Insertable } from 'kysely'
import type { PricedFor } from '#features/agreed-prices/agreed-prices.ts'
import type { OrderedProduct } from '#features/catalog/catalog.ts'
import type { BuyingCompany } from '#features/companies/companies.ts'
import { type LinePrice, priceLine } from '#features/pricing/price-line.ts'
import type { Actor } from '#kit/audit/audit.ts'
import type { Schema } from '#kit/db/schema.ts'
import { newId } from '#kit/id.ts'
import type { BuyerWords } from '#kit/notes/buyer-words.ts'
import type { RequestKey } from '#kit/request-key.ts'
import { exactE4 } from '#kit/ten-thousandths.ts'
import { toIso } from '#kit/time.ts'
import type { OrderEvent } from '../records/order-events.ts'
import type { LineRow, OrderRow } from '../records/order-rows.ts'
import { orderSearchText } from '../records/order-search.ts'
import { SHOP_ACTOR } from '../states.ts'
import { NO_END } from '../transitions/on-account.ts'
import { eventOf, findAllowed, type Transition } from '../transitions/transitions.ts'
import type { Buyer } from './buyer.ts'
import { newOrderNumber } from './new-order-number.ts'
import type { OrderDelivery } from './order-delivery.ts'
import type { PlaceOrder } from './schema.ts'
import type { UnpaidLimits } from './unpaid-limit.ts'

/** A line of a new order: the product as it was read and priced for its customer, and the price of so many pieces. */
export interface OrderedLine extends LinePrice {
  readonly product: PricedFor<OrderedProduct>
  readonly quantity: number
  readonly words: BuyerWords
  /** Price and quantity are those of an offer: what the stock does not cover is on backorder. */
  readonly mayBackorder?: true
}

export const orderedLine = (
  product: PricedFor<OrderedProduct>,
  quantity: number,
  words: BuyerWords,
): OrderedLine => ({
  product,
  quantity,
  words,
  ...priceLine(product, quantity),
})

/** The sum of the lines of an order in cents. */
export const totalOf = (lines: readonly OrderedLine[]): number =>
  lines.reduce((sum, { totalCents }) => sum + totalCents, 0)

/** The input of `newOrder`. */
interface OrderInput {
  readonly now: number
  readonly holdMs: number
  readonly customer: Buyer
  readonly input: PlaceOrder
  readonly lines: readonly OrderedLine[]
  readonly delivery: OrderDelivery
  readonly key: RequestKey | undefined
  readonly limits: UnpaidLimits | undefined
  readonly company?: BuyingCompany | undefined
}

/** An order to write: all of it, or nothing. */
export interface NewOrder {
  readonly order: Insertable<Schema['orders']> & Pick<OrderRow, 'entered_by'>
  readonly lines: readonly LineRow[]
  readonly step: Transition
  readonly events: readonly OrderEvent[]
  /** The admin who enters it, if its customer does not place it. */
  readonly enteredBy: Actor | undefined
  /** The lines with the products as they were read. */
  readonly ordered: readonly OrderedLine[]
  /** What the unpaid orders of its customer may be, this one included; undefined means no limit. */
  readonly limits: UnpaidLimits | undefined
  /** What its customer orders for, as it was read. */
  readonly company?: BuyingCompany | undefined
  /** Of the settings by which its terms were found. */
  readonly settingsRevision: number
  /** How long it waits where somebody of the company has to approve it. */
  readonly holdMs: number
}

export function newOrder({
  now,
  holdMs,
  customer,
  input,
  lines: ordered,
  delivery,
  key,
  limits,
  company,
}: OrderInput): NewOrder {
  const id = newId(now)
  const number = newOrderNumber()
  const poNumber = input.poNumber ?? null
  const accountDays = (input.payment === 'account' && company?.terms?.days) || null
  const holdUntil = accountDays === null ? now + holdMs : NO_END
  const lines = ordered.map((line, position) => lineRow(id, position, line))
  const { name, email, enteredBy } = customer
  const { address, terms } = delivery
  const step = findAllowed('place', 'new', enteredBy ? 'staff' : 'customer')
  const detail = `until ${toIso(holdUntil)}`
  return {
    order: {
      id,
      number,
      user_id: customer.id,
      name,
      email,
      phone: delivery.phone,
      address,
      po_number: poNumber,
      note: input.note ?? null,
      search_text: orderSearchText({ number, poNumber, lines, name, email, address, terms }),
      total_cents: delivery.payableCents,
      charges_cents: delivery.chargesCents,
      terms: JSON.stringify(terms),
      ships_on: delivery.shipsOn ?? null,
      currency: delivery.currency,
      idempotency_key: key?.idempotency_key ?? null,
      idempotency_hash: key?.idempotency_hash ?? null,
      created_at: now,
      hold_until: holdUntil,
      entered_by: enteredBy?.id ?? null,
      company_id: company?.id ?? null,
      company_name: company?.name ?? null,
      account_days: accountDays,
    },
    lines,
    step,
    events: [
      { orderId: id, kind: eventOf(step), actor: enteredBy?.id ?? customer.id, at: now },
      ...(accountDays === null
        ? [{ orderId: id, kind: 'held' as const, actor: SHOP_ACTOR, at: now, detail }]
        : []),
    ],
    enteredBy,
    ordered,
    limits,
    company,
    settingsRevision: delivery.settingsRevision,
    holdMs,
  }
}

export const lineRow = (
  orderId: string,
  position: number,
  { product, quantity, priceE4, words }: OrderedLine,
): LineRow => ({
  order_id: orderId,
  position,
  product_id: product._id,
  product_name: product.name,
  sku: product.sku,
  unit_price_e4: priceE4,
  quantity,
  weight_e4: product.weight === undefined ? null : exactE4(product.weight),
  origin: product.origin ?? null,
  customs_code: product.customsCode ?? null,
  restocked: 0,
  refunded: 0,
  replaced: 0,
  backordered: 0,
  gone_cents: 0,
  own: words.own ?? null,
  note: words.note ?? null,
})
