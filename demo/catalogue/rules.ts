import type { DemoPart, ShapedPart } from '../demo-part.ts'

/** What a part is made of: its code in part numbers, what it says in the attributes of its category, and what it costs. */
export interface Material {
  readonly code: string
  /** Such as `material`, `strength` and `finish`: only attributes that the category has. */
  readonly attributes: Readonly<Record<string, string | number>>
  /** In g/cm³. */
  readonly density: number
  /** Dollars for a kilogram of it, with its coating. */
  readonly perKg: number
  /** Where parts of it are made. */
  readonly origins: readonly string[]
}

/** In g/cm³, as data sheets of makers say. */
export const DENSITY = {
  steel: 7.85,
  stainless: 7.9,
  bronze: 8.8,
  nbr: 1.2,
  fkm: 1.85,
} as const

/**
 * What a family says of one of its parts; the rest comes from the rules. The number is by the scheme of its category (`schemes.ts`),
 * the name has at most 64 characters, the description is one paragraph of 80 to 200, whose sequences of letters the search
 * indexes. The attributes are without those of the material.
 */
export interface Made
  extends Pick<
    ShapedPart,
    'sku' | 'name' | 'category' | 'kind' | 'description' | 'attributes' | 'customsCode'
  > {
  readonly material: Material
  /** In mm³, by formula from the sizes of its standard. A thread has the volume below its pitch diameter. */
  readonly volume: number
  /** Dollars of work in one piece. */
  readonly work: number
}

/** The part with its weight, prices, stock and origin. The same part is the same on every computer. */
export function madePart({ material, volume, work, ...made }: Made): DemoPart {
  // As the shop keeps weights: with at most 4 decimals.
  const grams = (volume * material.density) / 1000
  const weight = Number(grams < 1 ? grams.toFixed(4) : grams.toPrecision(4))
  const price = Math.max(LEAST_PRICE, work + (weight / 1000) * material.perKg)
  const { origins } = material
  return {
    ...made,
    attributes: { ...made.attributes, ...material.attributes },
    weight,
    prices: pricesFrom(price),
    ...stockOf(made.sku, price),
    origin: origins[Math.floor(chance(made.sku, 'origin') * origins.length)] ?? 'DE',
  }
}

const LEAST_PRICE = 0.006

/** The breaks of parts that cost less than so many dollars. */
const BREAKS: readonly (readonly [below: number, from: readonly number[]])[] = [
  [0.05, [100, 1000, 5000, 25_000, 100_000]],
  [0.25, [100, 500, 2500, 10_000, 25_000]],
  [1, [100, 500, 1000, 5000]],
  [Number.POSITIVE_INFINITY, [100, 250, 500, 1000]],
]

/** What a piece costs from one break to the next. */
const CHEAPER = 0.93

function pricesFrom(price: number): DemoPart['prices'] {
  const [, breaks] = BREAKS.find(([below]) => price < below) ?? [0, [100]]
  return Object.fromEntries(breaks.map((from, at) => [from, (price * CHEAPER ** at).toFixed(4)]))
}

/** Of a hundred parts two are sold out, seven are low, and five are made when they are ordered. */
function stockOf(sku: string, price: number): Pick<DemoPart, 'quantity' | 'reorderPoint' | 'leadDays'> {
  const usual = Math.min(400_000, Math.max(600, 4000 / price))
  const reorderPoint = roundTo(100, usual * 0.1)
  const at = chance(sku, 'stock')
  if (at < 0.02) return { quantity: 0, reorderPoint, leadDays: 10 }
  if (at < 0.09) return { quantity: roundTo(10, reorderPoint * 10 * at), reorderPoint }
  const quantity = roundTo(usual > 5000 ? 500 : 50, usual * (0.3 + 0.7 * chance(sku, 'pieces')))
  return { quantity, reorderPoint, ...(at < 0.14 && { leadDays: 3 + Math.floor(chance(sku, 'days') * 13) }) }
}

const roundTo = (step: number, value: number): number => Math.max(step, Math.round(value / step) * step)

/** A number from 0 to below 1 that a text always has: FNV-1a, mixed so that all its bits count. */
function chance(sku: string, about: string): number {
  let hash = 0x811c9dc5
  for (const letter of `${sku} ${about}`) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39)
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32
}
