import { checkAddress } from '#features/delivery/delivery.ts'
import { MAXIMUM_STREET_LINES } from '#features/delivery/limits.ts'
import type { Address } from '#features/delivery/schema.ts'
import { TAXED_AS } from '#features/tax/schema.ts'
import { readVatId } from '#features/tax/tax.ts'
import type { Config } from '#kit/config/config.ts'
import { COUNTRY_CODES } from '#kit/input/country-codes.ts'
import type { Shop } from '#kit/shop.ts'
import { ROW_ID, UNSAVED } from '#kit/single-row/replace-row.ts'
import { countryName } from '#kit/text/country-name.ts'
import { NO_MAILS, type Seller, type Settings } from '../schema.ts'
import '../tables.ts'

/** The country of a seller without an address. */
export const DEFAULT_COUNTRY = 'US'

/** The settings of a shop whose admins saved none: those of the environment variables, and no delivery. */
export function firstSettings({ sellerTerms: { seller, taxPercent } }: Config): Settings {
  const found = seller ? firstSeller(seller) : {}
  const country = found.address?.country ?? DEFAULT_COUNTRY
  return {
    revision: UNSAVED,
    seller: found,
    tax: {
      pricesInclude: true,
      rates:
        taxPercent > 0
          ? [{ country: TAXED_AS.get(country) ?? country, percent: taxPercent, name: 'tax' }]
          : [],
      euUnion: false,
      exemptOutside: false,
    },
    delivery: {
      timeZone: 'UTC',
      cutOff: '14:00',
      workingDays: [1, 2, 3, 4, 5],
      countries: 'all',
      methods: [],
    },
    mails: NO_MAILS,
  }
}

function firstSeller({ name, address, taxId }: NonNullable<Config['sellerTerms']['seller']>): Seller {
  const read = readAddress(name, address)
  const vatId = taxId && readVatId(taxId)?.id
  return {
    name,
    ...(read && { address: read }),
    ...(vatId ? { vatId } : taxId && { taxNumber: taxId }),
  }
}

/** The address when its last line is a country and the one above a city; else an admin has to enter it. */
function readAddress(name: string, text: string): Address | undefined {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const last = lines.pop()?.toLowerCase()
  const country = COUNTRY_CODES.find((code) =>
    [code, countryName(code)].some((each) => each.toLowerCase() === last),
  )
  const city = lines.pop()
  if (!country || !city || lines.length === 0 || lines.length > MAXIMUM_STREET_LINES) return undefined
  return checkAddress({ name, street: lines.join('\n'), city, country }).address
}

/**
 * Saves the first settings of a shop that has none, such as those of the sample shop. What the environment variables say of
 * the seller and the tax wins.
 */
export async function addFirstSettings(
  { db, config }: Pick<Shop, 'db' | 'config'>,
  given: Pick<Settings, 'seller' | 'tax' | 'delivery'>,
): Promise<void> {
  const { seller, tax } = firstSettings(config)
  await db
    .insertInto('settings')
    .values({
      id: ROW_ID,
      revision: UNSAVED + 1,
      seller: JSON.stringify(seller.name ? seller : given.seller),
      tax: JSON.stringify(tax.rates.length > 0 ? tax : given.tax),
      delivery: JSON.stringify(given.delivery),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
