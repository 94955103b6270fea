import { checkAddress, findAddress, weightToKg } from '#features/delivery/delivery.ts'
import type { Address, Destination, GivenAddress } from '#features/delivery/schema.ts'
import {
  findTerms,
  type OrderTerms,
  readGivenVatId,
  refuseUndelivered,
  type TermsQuestion,
  toDelivery,
  toTax,
} from '#features/quote/order-terms.ts'
import { currentSettings, sellerPlace } from '#features/settings/settings.ts'
import type { Tax } from '#features/tax/schema.ts'
import type { VatService } from '#features/tax/tax.ts'
import { invalidField, invalidFields } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { oneLineAddress, type StoredTerms } from '../records/stored-terms.ts'
import { refuseTooMuch } from './line-problems.ts'
import { type OrderedLine, totalOf } from './new-order.ts'
import type { PlaceOrder } from './schema.ts'

/** Where a new order goes, how, and what it comes to in cents. */
export interface OrderDelivery {
  readonly phone: string
  /** In one line. */
  readonly address: string
  readonly chargesCents: number
  readonly payableCents: number
  readonly shipsOn: string | undefined
  readonly terms: StoredTerms
  readonly currency: string
  /** Of the settings that were asked. */
  readonly settingsRevision: number
}

/** What decides about the delivery of an order besides its lines. */
export interface DeliveryContext {
  readonly shop: Shop
  readonly vat: VatService
  /** Whose address book is meant; undefined when none may be used. */
  readonly bookOf: string | undefined
}

/**
 * Finds the delivery and the tax of an order. Without `deliverTo` it goes to its one-line `address` in the country of the
 * seller. Refused (422): an address or a VAT ID that is none, a country that is not served, a method that does not go there,
 * and more than a card can pay.
 */
export async function findDelivery(
  context: DeliveryContext,
  input: PlaceOrder,
  lines: readonly OrderedLine[],
): Promise<OrderDelivery> {
  const deliverTo = input.deliverTo && (await readAddress(context, 'deliverTo', input.deliverTo))
  const billTo = input.billTo && (await readAddress(context, 'billTo', input.billTo))
  const { found, asked, ...stored } = await findStoredTerms(context, {
    lines: lines.map(({ product, quantity }) => ({ ...product, quantity })),
    linesCents: totalOf(lines),
    deliverTo,
    billTo,
    delivery: input.delivery,
    vatId: readGivenVatId(input.vatId),
  })
  refuseUndelivered(found, { ...asked, pointer: deliverTo ? 'deliverTo/country' : 'address' })
  refuseTooMuch(input, stored.payableCents)
  return {
    phone: deliverTo?.phone ?? input.phone ?? '',
    address: deliverTo ? oneLineAddress(deliverTo) : (input.address ?? ''),
    ...stored,
  }
}

/** What is delivered, where to and how, with checked addresses; without `deliverTo` to the country of the seller. */
interface Consignment
  extends Pick<TermsQuestion, 'lines' | 'linesCents' | 'delivery' | 'deliveryCents' | 'vatId'> {
  readonly deliverTo: Address | undefined
  readonly billTo: Address | undefined
}

/** The terms of an order as they are found and as it keeps them. Nothing is refused: see `refuseUndelivered`. */
export async function findStoredTerms(
  { shop, vat }: Omit<DeliveryContext, 'bookOf'>,
  { deliverTo, billTo, ...consignment }: Consignment,
) {
  const settings = await currentSettings(shop)
  const { country } = sellerPlace(settings)
  const to: Destination = deliverTo ?? { country }
  const found = await findTerms(vat, { ...consignment, settings, to, now: shop.now() })
  const { payableCents, linesCents } = found.totals
  const terms: StoredTerms = { deliverFrom: country, ...toStored(found, deliverTo, billTo) }
  return {
    found,
    asked: { settings, to, delivery: consignment.delivery },
    chargesCents: payableCents - linesCents,
    payableCents,
    shipsOn: found.chosen?.ships,
    terms,
    currency: settings.currency,
    settingsRevision: settings.revision,
  }
}

function toStored(
  { weightE4, chosen, tax, totals }: OrderTerms,
  deliverTo: Address | undefined,
  billTo: Address | undefined,
): StoredTerms {
  return {
    ...(deliverTo && { deliverTo }),
    ...(billTo && { billTo }),
    ...(chosen && { delivery: toDelivery(chosen) }),
    tax: toTax(tax, totals),
    ...(weightE4 !== undefined && { weight: weightToKg(weightE4) }),
  }
}

/** What VIES said when the order was placed, if it confirmed the VAT ID: that holds on. */
export function confirmedVat({ confirmation, confirmedAt }: Tax): VatService | undefined {
  if (confirmedAt === undefined) return undefined
  const atMs = Date.parse(confirmedAt)
  return { check: async () => ({ state: 'confirmed', ...(confirmation && { confirmation }), atMs }) }
}

/**
 * The checked address of a request; refused (422) when it is none, or is in no address book of the customer. A saved one is
 * checked again: the rules may be stricter than when it was saved.
 */
export async function readAddress(
  { shop, bookOf }: Pick<DeliveryContext, 'shop' | 'bookOf'>,
  path: 'deliverTo' | 'billTo',
  given: GivenAddress,
): Promise<Address> {
  if ('addressId' in given) {
    const found =
      bookOf === undefined ? undefined : await findAddress(shop.db, { id: bookOf }, given.addressId)
    if (!found) throw invalidField(`${path}/addressId`, 'There is no such address in the address book.')
    return checked(path, found)
  }
  return checked(path, given)
}

function checked(path: 'deliverTo' | 'billTo', given: Address): Address {
  const { address, problems } = checkAddress(given)
  if (address) return address
  throw invalidFields(path, problems)
}
