import { addressLines, checkAddress, checkDestination } from '#features/delivery/delivery.ts'
import { GRAMS_PER_KG } from '#features/delivery/limits.ts'
import { FIRST_SHOP, NO_DATEV, NO_MAILS, type Settings } from '#features/settings/schema.ts'
import { taxTerritory, type VatService } from '#features/tax/tax.ts'
import { DEFAULT_CURRENCY } from '#kit/identity/shop-currency.ts'
import type { VatId } from '#kit/input/vat-id.ts'
import { exactCents } from '#kit/money.ts'
import { invalidFields } from '#kit/server/app-error.ts'
import { findTerms, toQuotedTerms } from '../order-terms.ts'
import type { Example, ExampleRequest } from './schema.ts'

/** The revision of settings that are not saved. */
const NO_REVISION = 0

/** Stands for VIES: the VAT ID of an example is nobody's. */
const confirming: VatService = { check: async () => ({ state: 'confirmed', atMs: 0 }) }

/**
 * What the shop says of parts by settings that are not saved. `now` is milliseconds since 1970. Refuses (422) a place that is
 * none; an address of the seller that is not complete yet counts as far as it is.
 */
export async function findExample(
  { seller, tax, delivery, to, weight, total, withVatId }: ExampleRequest,
  now: number,
): Promise<Example> {
  const { destination, problems } = checkDestination(to)
  if (!destination) throw invalidFields('to', problems)
  const found = readSeller(seller)
  const settings: Settings = {
    revision: NO_REVISION,
    currency: DEFAULT_CURRENCY,
    seller: { address: found.address },
    tax,
    mails: NO_MAILS,
    shop: FIRST_SHOP,
    datev: NO_DATEV,
    // A method that is not saved yet has no id.
    delivery: {
      ...delivery,
      methods: delivery.methods.map((method, index) => ({ ...method, _id: method._id ?? `new-${index}` })),
    },
  }
  const line = { weight: weight && weight * GRAMS_PER_KG, quantity: 1 }
  const question = {
    settings,
    lines: [line],
    linesCents: exactCents(total),
    to: destination,
    vatId: withVatId ? vatIdOf(destination) : undefined,
    now,
  }
  const { tax: due, ...quoted } = toQuotedTerms(await findTerms(confirming, question), question)
  const { kind, percent, amount, name, note } = due
  return {
    ...quoted,
    tax: { kind, percent, amount, ...(name !== undefined && { name }), ...(note !== undefined && { note }) },
    ...(found.lines && { sellerLines: found.lines }),
  }
}

function readSeller({ name = '', address }: ExampleRequest['seller']) {
  if (!address?.country) return {}
  const { country, street = '' } = address
  const complete = checkAddress({ ...address, country, street, name: address.name || name }).address
  if (complete && complete.name !== '' && street !== '')
    return { address: complete, lines: addressLines(complete) }
  return { address: { street, ...(checkDestination({ ...address, country }).destination ?? { country }) } }
}

function vatIdOf(place: ExampleRequest['to']): VatId | undefined {
  const { vatPrefix } = taxTerritory(place)
  return vatPrefix === undefined ? undefined : { id: vatPrefix, prefix: vatPrefix, number: '' }
}
