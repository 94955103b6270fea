import {
  cheapestFirst,
  checkDestination,
  chooseDelivery,
  isServed,
  type OfferedDelivery,
  offeredDeliveries,
  orderWeight,
  weightToKg,
} from '#features/delivery/delivery.ts'
import type { Destination } from '#features/delivery/schema.ts'
import type { Settings } from '#features/settings/schema.ts'
import { sellerPlace } from '#features/settings/settings.ts'
import type { Tax } from '#features/tax/schema.ts'
import { type FoundTax, findTax, type VatService } from '#features/tax/tax.ts'
import { type OrderTotals, orderTotals } from '#features/tax/totals.ts'
import { checkVatId, readVatId, type VatId } from '#kit/input/vat-id.ts'
import { centsToDollars } from '#kit/money.ts'
import { invalidField, invalidFields } from '#kit/server/app-error.ts'
import { toIso } from '#kit/time.ts'
import type { QuotedTerms } from './schema.ts'

/** Pieces of a product that are delivered; `weight` in grams a piece. */
export interface DeliveredLine {
  readonly weight?: number | undefined
  readonly leadDays?: number | undefined
  readonly quantity: number
}

/** What is delivered, where to, and how. */
export interface TermsQuestion {
  readonly settings: Settings
  readonly lines: readonly DeliveredLine[]
  readonly linesCents: number
  readonly to: Destination
  /** The id of a method; without it the first of the settings' methods that is offered. */
  readonly delivery?: string | undefined
  /** What the delivery costs, if that was offered. */
  readonly deliveryCents?: number | undefined
  readonly vatId?: VatId | undefined
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Who delivers an order, when and for how much, which tax is due, and what it comes to. */
export interface OrderTerms {
  /** In ten-thousandths of a gram; undefined when the weight of a line is not known. */
  readonly weightE4: number | undefined
  /** In the sequence of the settings. */
  readonly offered: readonly OfferedDelivery[]
  /** Undefined when none is offered, and when the chosen one is not. */
  readonly chosen: OfferedDelivery | undefined
  readonly tax: FoundTax
  readonly totals: OrderTotals
}

/** The terms of an order, the same for a quote and for the order that follows. Asks VIES about a VAT ID, for at most 3 s. */
export async function findTerms(vat: VatService, question: TermsQuestion): Promise<OrderTerms> {
  const { settings, lines, linesCents, to, delivery, deliveryCents, vatId, now } = question
  const seller = sellerPlace(settings)
  const weightE4 = orderWeight(lines)
  const leadDays = Math.max(0, ...lines.map((line) => line.leadDays ?? 0))
  const consignment = { weightE4, linesCents, leadDays }
  const offered = offeredDeliveries({ settings: settings.delivery, seller, to, consignment, now })
  const found = chooseDelivery(offered, delivery)
  const chosen = found && deliveryCents !== undefined ? { ...found, priceCents: deliveryCents } : found
  const sellerVatId = settings.seller.vatId === undefined ? undefined : readVatId(settings.seller.vatId)
  const tax = await findTax(
    vat,
    { settings: settings.tax, seller, to },
    { customer: vatId, seller: sellerVatId },
  )
  const totals = orderTotals({ linesCents, deliveryCents: chosen?.priceCents ?? 0, tax })
  return { weightE4, offered, chosen, tax, totals }
}

/** The place that a request names, as its country writes it; refused (422) when its postcode or region is none there. */
export function checkedDestination(given: Destination): Destination {
  const { destination, problems } = checkDestination(given)
  if (destination) return destination
  throw invalidFields('deliverTo', problems)
}

/** The VAT ID that a request names; refused (422) when its form or its digits are wrong. */
export function readGivenVatId(text: string | undefined): VatId | undefined {
  if (text === undefined) return undefined
  const { vatId, problem } = checkVatId(text)
  if (!vatId) throw invalidField('vatId', problem)
  return vatId
}

/** Which delivery was asked for, and where to. */
type AskedDelivery = Pick<TermsQuestion, 'settings' | 'to' | 'delivery'>

/** Why nothing delivers, as a sentence; undefined when something does. A shop without methods asks for no delivery. */
function undeliveredText(
  { chosen }: OrderTerms,
  { settings: { delivery: rules }, to, delivery }: AskedDelivery,
): string | undefined {
  if (chosen || (rules.methods.length === 0 && delivery === undefined)) return undefined
  if (!isServed(rules, to.country)) return 'The shop does not deliver to this country.'
  return delivery === undefined
    ? 'No delivery takes these parts to this country.'
    : 'This delivery is not offered for these parts and this address.'
}

/**
 * Refuses (422) a country that the shop does not deliver to, and a method that does not go there. `pointer` leads to the
 * country.
 */
export function refuseUndelivered(
  terms: OrderTerms,
  { pointer = 'deliverTo/country', ...asked }: AskedDelivery & { readonly pointer?: string },
): void {
  const why = undeliveredText(terms, asked)
  if (why === undefined) return
  const isOfMethod = asked.delivery !== undefined && isServed(asked.settings.delivery, asked.to.country)
  throw invalidField(isOfMethod ? 'delivery' : pointer, why)
}

/** The delivery as an answer has it; `price` in dollars. */
export const toDelivery = ({ priceCents, ...delivery }: OfferedDelivery) => ({
  ...delivery,
  price: centsToDollars(priceCents),
})

/** The tax as an answer has it. */
export const toTax = ({ confirmedAtMs, ...tax }: FoundTax, { taxCents }: OrderTotals): Tax => ({
  ...tax,
  amount: centsToDollars(taxCents),
  ...(confirmedAtMs !== undefined && { confirmedAt: toIso(confirmedAtMs) }),
})

/** The terms as a quote has them, the cheapest delivery first. */
export function toQuotedTerms(terms: OrderTerms, asked: AskedDelivery): QuotedTerms {
  const { weightE4, offered, chosen, tax, totals } = terms
  const noDelivery = undeliveredText(terms, asked)
  return {
    ...(weightE4 !== undefined && { weight: weightToKg(weightE4) }),
    deliveries: cheapestFirst(offered).map(toDelivery),
    ...(chosen && { delivery: chosen._id }),
    ...(noDelivery !== undefined && { noDelivery }),
    tax: toTax(tax, totals),
    payable: centsToDollars(totals.payableCents),
  }
}
