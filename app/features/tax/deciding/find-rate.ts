import { regionKey, type TaxRate, type TaxSettings } from '../schema.ts'
import type { TaxTerritory } from './territories.ts'

/** The rate of the region, else of the country. In a part of a country that its tax does not reach, only the region's. */
export function findRate(
  rates: readonly TaxRate[],
  { area, country, region }: TaxTerritory,
): TaxRate | undefined {
  const own = rates.filter((rate) => rate.country === country)
  const ofRegion = own.find(
    (rate) =>
      rate.region !== undefined && region !== undefined && regionKey(rate.region) === regionKey(region),
  )
  return ofRegion ?? (area === country ? own.find((rate) => rate.region === undefined) : undefined)
}

/** The rate of where the goods leave from, when they stay in the EU. */
export const homeRate = (
  { euUnion, rates }: Pick<TaxSettings, 'euUnion' | 'rates'>,
  from: TaxTerritory,
  there: TaxTerritory,
): TaxRate | undefined => (euUnion && from.inEu && there.inEu ? findRate(rates, from) : undefined)
