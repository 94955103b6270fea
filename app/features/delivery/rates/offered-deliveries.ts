import { exactCents } from '#kit/money.ts'
import { includesCountry } from '../addresses/countries.ts'
import type { Place } from '../days/holidays.ts'
import { arrival, dispatchDay, type Range } from '../days/working-days.ts'
import type { DeliveryMethod, DeliverySettings, Rate } from '../schema.ts'
import { isUpToKg } from './order-weight.ts'

/** What is delivered: `linesCents` is the sum of the lines, `weightE4` as `orderWeight` tells it, `leadDays` the largest. */
export interface Consignment {
  readonly weightE4: number | undefined
  readonly linesCents: number
  readonly leadDays: number
}

/** A way of delivery with its price and its days, such as "2026-12-08". */
export interface OfferedDelivery {
  readonly _id: string
  readonly name: string
  readonly priceCents: number
  readonly ships: string
  readonly arrives: Range<string>
  readonly carrier?: string
  readonly incoterm?: NonNullable<DeliveryMethod['incoterm']>
}

/** Whether the shop delivers to a country at all. */
export const isServed = ({ countries }: Pick<DeliverySettings, 'countries'>, country: string): boolean =>
  includesCountry(countries, country)

/**
 * The methods by which the consignment can go there, in the sequence of the settings: those for the country, of which a
 * rate fits. None when the country is not served. `now` is milliseconds since 1970.
 */
export function offeredDeliveries({
  settings,
  seller,
  to,
  consignment,
  now,
}: {
  readonly settings: DeliverySettings
  readonly seller: Place
  readonly to: Place
  readonly consignment: Consignment
  readonly now: number
}): OfferedDelivery[] {
  if (!isServed(settings, to.country)) return []
  const priced = settings.methods.flatMap((method) => {
    const priceCents = includesCountry(method.countries, to.country)
      ? priceOf(method, consignment)
      : undefined
    return priceCents === undefined ? [] : [{ method, priceCents }]
  })
  if (priced.length === 0) return []
  const ships = dispatchDay({ settings, seller, leadDays: consignment.leadDays, now })
  return priced.map(({ method: { _id, name, days, carrier, incoterm }, priceCents }) => ({
    _id,
    name,
    priceCents,
    ships,
    arrives: arrival({ ships, days, to }),
    ...(carrier !== undefined && { carrier }),
    ...(incoterm !== undefined && { incoterm }),
  }))
}

/**
 * The price of the first rate that fits, in cents; undefined when none does. A method that asks for the weight takes nothing
 * whose weight is not known.
 */
function priceOf({ rates, freeFrom }: DeliveryMethod, consignment: Consignment): number | undefined {
  if (consignment.weightE4 === undefined && rates.some(({ uptoKg }) => uptoKg !== undefined)) return undefined
  const rate = rates.find((each) => fits(each, consignment))
  if (!rate) return undefined
  return freeFrom !== undefined && consignment.linesCents >= exactCents(freeFrom) ? 0 : exactCents(rate.price)
}

const fits = ({ uptoKg, uptoTotal }: Rate, { weightE4, linesCents }: Consignment): boolean =>
  (uptoKg === undefined || isUpToKg(weightE4 ?? 0, uptoKg)) &&
  (uptoTotal === undefined || linesCents <= exactCents(uptoTotal))

/** The cheapest first; of the same price in their sequence. */
export const cheapestFirst = (offered: readonly OfferedDelivery[]): OfferedDelivery[] =>
  offered.toSorted((one, other) => one.priceCents - other.priceCents)

/**
 * The offered delivery of that id, or without an id the first one in the sequence of the settings; undefined when it is
 * not offered.
 */
export const chooseDelivery = (
  offered: readonly OfferedDelivery[],
  id?: string,
): OfferedDelivery | undefined => (id === undefined ? offered[0] : offered.find(({ _id }) => _id === id))
