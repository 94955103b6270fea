import { isDeepStrictEqual } from 'node:util'
import type { Address, Destination, GivenAddress } from '#features/delivery/schema.ts'
import {
  confirmedVat,
  type DeliveryContext,
  type OrderWithLines,
  readAddress,
  readTerms,
  type StoredTerms,
} from '#features/orders/changing.ts'
import { orderRefusals } from '#features/orders/refusals.ts'
import { findTerms, type OrderTerms, refuseUndelivered } from '#features/quote/order-terms.ts'
import { currentSettings, sellerPlace } from '#features/settings/settings.ts'
import { regionKey, type Tax } from '#features/tax/schema.ts'
import { taxTerritory, type VatService } from '#features/tax/tax.ts'
import { orderTotals } from '#features/tax/totals.ts'
import { readVatId } from '#kit/input/vat-id.ts'
import { centsToDollars, exactCents, formatTotal } from '#kit/money.ts'
import { AppError, invalidField } from '#kit/server/app-error.ts'
import { fromE4 } from '#kit/ten-thousandths.ts'

/** An address to which an order can go, with the revision of the settings that were asked; undefined when none were. */
export interface NewAddress {
  readonly address: Address
  readonly settingsRevision: number | undefined
}

/**
 * The checked address to which an order can go instead: price, tax and method of delivery stay what they were when it was placed.
 * The settings of today are asked only for what the move changes: an address in the same place is always taken. Refused: no
 * address, or one where nothing delivers (422), and one where something would be otherwise (409 `price_changed`, with what would
 * be payable).
 */
export async function findNewAddress(
  { shop, vat, bookOf }: DeliveryContext,
  order: OrderWithLines,
  given: GivenAddress,
): Promise<NewAddress> {
  const terms = readTerms(order.terms)
  if (!terms) throw invalidField('deliverTo', 'This order has an address of one line: change its address.')
  // What the order has was accepted when it was placed, whatever is asked of addresses since.
  if (terms.deliverTo && isDeepStrictEqual(given, terms.deliverTo))
    return { address: terms.deliverTo, settingsRevision: undefined }
  const address = await readAddress({ shop, bookOf }, 'deliverTo', given)
  const settings = await currentSettings(shop)
  const from = terms.deliverTo ?? { country: terms.deliverFrom ?? sellerPlace(settings).country }
  if (isSamePlace(from, address)) return { address, settingsRevision: undefined }
  const move = { order, terms, settings, from, to: address }
  await refuseOtherTerms(knownVat(vat, terms, from, address), shop.now(), move)
  return { address, settingsRevision: settings.revision }
}

/** Whether method, price and tax of a delivery see no difference between these places. */
const isSamePlace = (one: Destination, other: Destination): boolean => placeOf(one) === placeOf(other)

function placeOf(destination: Destination): string {
  const { country, region = '' } = destination
  return JSON.stringify([
    country,
    regionKey(region),
    taxTerritory({ ...destination, region: regionKey(region) }),
  ])
}

interface Move {
  readonly order: OrderWithLines
  readonly terms: StoredTerms
  readonly settings: Awaited<ReturnType<typeof currentSettings>>
  readonly from: Destination
  readonly to: Address
}

async function refuseOtherTerms(vat: VatService, now: number, move: Move): Promise<void> {
  const { order, terms, settings, from, to } = move
  const question = {
    settings,
    lines: order.lines.map(({ weight_e4, quantity }) => ({
      weight: weight_e4 === null ? undefined : fromE4(weight_e4),
      quantity,
    })),
    linesCents: order.total_cents - order.charges_cents,
    to,
    vatId: terms.tax.vatId === undefined ? undefined : readVatId(terms.tax.vatId),
    now,
  }
  const same = await findTerms(vat, { ...question, delivery: terms.delivery?._id })
  // Methods reach whole countries, so a move within one changes the tax alone.
  const isWithinCountry = from.country === to.country
  const found = isWithinCountry ? withPlacedDelivery(same, move) : same
  if (isSame(found, move, isWithinCountry)) return
  const next = isWithinCountry || same.chosen ? found : await findTerms(vat, question)
  if (!isWithinCountry) refuseUndelivered(next, { settings, to, delivery: undefined })
  const payable = centsToDollars(next.totals.payableCents)
  throw new AppError(
    orderRefusals.priceChanged,
    `At this address price, tax or delivery would not be what they are: the order would come to ${formatTotal(payable)}. Nothing was changed.`,
    { payable },
  )
}

/** What the order comes to with the tax that was found, and the delivery that it was placed with. */
function withPlacedDelivery(found: OrderTerms, { order, terms }: Move): OrderTerms {
  const linesCents = order.total_cents - order.charges_cents
  const totals = orderTotals({ linesCents, deliveryCents: placedDeliveryCents(terms), tax: found.tax })
  return { ...found, totals }
}

const placedDeliveryCents = ({ delivery }: StoredTerms): number => exactCents(delivery?.price ?? 0)

/**
 * What VIES said when the order was placed holds on. It is asked again only when it did not confirm the ID, and the order goes to
 * another country now.
 */
const knownVat = (vat: VatService, { tax }: StoredTerms, from: Destination, to: Address): VatService =>
  confirmedVat(tax) ?? (from.country === to.country ? { check: async () => ({ state: 'refused' }) } : vat)

const isSame = (
  { chosen, tax, totals }: OrderTerms,
  { order, terms }: Move,
  isWithinCountry: boolean,
): boolean =>
  (isWithinCountry || chosen?._id === terms.delivery?._id) &&
  totals.deliveryCents === placedDeliveryCents(terms) &&
  totals.payableCents === order.total_cents &&
  isSameTax({ ...tax, amount: centsToDollars(totals.taxCents) }, terms.tax)

const isSameTax = (one: Pick<Tax, 'kind' | 'percent' | 'amount'>, other: Tax): boolean =>
  one.kind === other.kind && one.percent === other.percent && one.amount === other.amount
