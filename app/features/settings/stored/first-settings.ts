import { readAddressText } from '#features/delivery/delivery.ts'
import { TAXED_AS } from '#features/tax/schema.ts'
import type { Config } from '#kit/config/config.ts'
import { DEFAULT_CURRENCY } from '#kit/identity/shop-currency.ts'
import { readVatId, type VatId } from '#kit/input/vat-id.ts'
import type { Shop } from '#kit/shop.ts'
import { ROW_ID, UNSAVED } from '#kit/single-row/replace-row.ts'
import { FIRST_SHOP, NO_DATEV, NO_MAILS, type Seller, type Settings } from '../schema.ts'
import '../tables.ts'

/** The country of a seller without an address. */
export const DEFAULT_COUNTRY = 'US'

/** The settings of a shop whose admins saved none: those of the environment variables, and no delivery. */
export function firstSettings({ sellerTerms: { seller, taxPercent } }: Config): Settings {
  const found = seller ? firstSeller(seller) : {}
  const country = found.address?.country ?? DEFAULT_COUNTRY
  return {
    revision: UNSAVED,
    currency: DEFAULT_CURRENCY,
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
    shop: FIRST_SHOP,
    datev: NO_DATEV,
  }
}

/** Greece has letters of its own at VIES, and so has Northern Ireland. */
const countryOfVatId = ({ prefix }: VatId): string => ({ EL: 'GR', XI: 'GB' })[prefix] ?? prefix

function firstSeller({ name, address, taxId }: NonNullable<Config['sellerTerms']['seller']>): Seller {
  const vatId = taxId === undefined ? undefined : readVatId(taxId)
  // An address without a country is most likely in that of the VAT ID; an admin enters one that does not fit there.
  const read = readAddressText(address, { name, country: vatId && countryOfVatId(vatId) })
  return {
    name,
    ...(read && { address: read }),
    ...(vatId ? { vatId: vatId.id } : taxId && { taxNumber: taxId }),
  }
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
