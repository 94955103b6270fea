import { findRate, homeRate } from './deciding/find-rate.ts'
import { EU_MEMBERS, type Place, taxTerritory } from './deciding/territories.ts'
import type { TaxRate, TaxSettings } from './schema.ts'

/** Countries of the EU without a rate of their own, and the rate that is charged there instead; none without one. */
export interface MissingRates {
  readonly countries: readonly string[]
  readonly instead: TaxRate | undefined
  /** Whether goods leave from the EU; from elsewhere no other country's rate holds. */
  readonly isFromEu: boolean
}

/** What the settings lack for deliveries to the countries of the EU that are served. */
export function missingRates(
  settings: Pick<TaxSettings, 'euUnion' | 'rates'>,
  seller: Place,
  isServed: (country: string) => boolean,
): MissingRates {
  const from = taxTerritory(seller)
  const countries = EU_MEMBERS.filter(
    (country) => isServed(country) && !findRate(settings.rates, taxTerritory({ country })),
  )
  // Every member stays in the EU, so that any of them tells.
  const instead = homeRate(settings, from, taxTerritory({ country: 'DE' }))
  return { countries, instead, isFromEu: from.inEu }
}
