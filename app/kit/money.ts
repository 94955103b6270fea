import { E4 } from '#kit/ten-thousandths.ts'
import { formatCount } from '#kit/text/count-text.ts'

/** Prices are whole ten-thousandths of a dollar (`E4`), totals whole cents. All money arithmetic is here. */
export { exactE4, fromE4 as e4ToDollars, toE4 as priceToE4 } from '#kit/ten-thousandths.ts'

/** The currency of the shop: its ISO 4217 code in lower case, as the card provider needs it. */
export const CURRENCY = 'usd'

const CENTS_PER_DOLLAR = 100
const E4_PER_CENT = 100n

/** The largest total that can be paid by card: $999,999.99. */
export const MAXIMUM_TOTAL_CENTS = 99_999_999

export const centsToDollars = (cents: number): number => cents / CENTS_PER_DOLLAR

/** A total in cents, or undefined when it is not whole cents or more than the largest total. */
export function totalToCents(dollars: number): number | undefined {
  const cents = Math.round(dollars * CENTS_PER_DOLLAR)
  if (Math.abs(cents) > MAXIMUM_TOTAL_CENTS) return undefined
  return Math.abs(dollars * CENTS_PER_DOLLAR - cents) < 1e-6 ? cents : undefined
}

/** The same for a total that was checked before: one that is none throws. */
export function exactCents(dollars: number): number {
  const cents = totalToCents(dollars)
  if (cents === undefined) throw new Error(`${dollars} is not a total in dollars and whole cents.`)
  return cents
}

/** Price × quantity in cents, half a cent up; exact for every size. */
export function totalCents(priceE4: number, quantity: number): number {
  return Number((BigInt(priceE4) * BigInt(quantity) + E4_PER_CENT / 2n) / E4_PER_CENT)
}

/** A price in ten-thousandths of a dollar, for so many pieces. */
interface PricedQuantity {
  readonly priceE4: number
  readonly quantity: number
}

/**
 * Whether a total computed by a client is correct: the sum of the rounded line totals, or for a single line price × quantity
 * in floating point without rounding.
 */
export function isSameTotal(dollars: number, lines: readonly PricedQuantity[]): boolean {
  const exact = sum(lines.map(({ priceE4, quantity }) => (priceE4 * quantity) / E4))
  const rounded = centsToDollars(sum(lines.map(({ priceE4, quantity }) => totalCents(priceE4, quantity))))
  const slack = 1e-9 * Math.max(1, rounded)
  const isExact = lines.length === 1 && Math.abs(dollars - exact) <= slack
  return isExact || Math.abs(dollars - rounded) <= slack
}

/** The sum of totals in dollars, exact to the cent. */
export const addTotals = (dollars: readonly number[]): number => centsToDollars(sum(dollars.map(wholeCents)))

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

/**
 * The tax that gross cents contain, in cents, half a cent up. `percent` has at most 4 decimals: 19 for a gross sum of 119 % of
 * the net sum.
 */
export function containedTaxCents(grossCents: number, percent: number): number {
  const rate = rateE4(percent)
  return roundedQuotient(BigInt(grossCents) * rate, rate + WHOLE_E4)
}

/** The tax on net cents, in cents, half a cent up; `percent` has at most 4 decimals. */
export const addedTaxCents = (netCents: number, percent: number): number =>
  roundedQuotient(BigInt(netCents) * rateE4(percent), WHOLE_E4)

/** Price × quantity with the tax that is added to it, in cents, half a cent up once; `percent` has at most 4 decimals. */
export const taxedTotalCents = (priceE4: number, quantity: number, percent: number): number =>
  roundedQuotient(BigInt(priceE4) * BigInt(quantity) * (WHOLE_E4 + rateE4(percent)), E4_PER_CENT * WHOLE_E4)

/**
 * Divides cents in proportion to amounts of 0 or more: whole cents, each less than a cent off, whose sum is exact. What is
 * left after rounding down goes, a cent each, to those that lost most by it. Of amounts that are 0 each gets 0.
 */
export function apportionCents(cents: number, amounts: readonly number[]): number[] {
  const whole = BigInt(sum(amounts))
  if (whole === 0n) return amounts.map(() => 0)
  const dividends = amounts.map((amount) => BigInt(cents) * BigInt(amount))
  const parts = dividends.map((dividend) => Number(dividend / whole))
  const lost = dividends.map((dividend, index) => ({ index, rest: dividend % whole }))
  const mostFirst = lost.sort((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1))
  for (const { index } of mostFirst.slice(0, cents - sum(parts))) parts[index] = (parts[index] ?? 0) + 1
  return parts
}

/** A price in whole cents for so many pieces: 1, 100, 1,000 or a higher power of ten. */
export interface BatchPrice {
  readonly cents: number
  readonly pieces: number
}

/** The same price in whole cents: "$0.0687" is 687 cents for 100 pieces. */
export const batchPriceOf = (priceE4: number): BatchPrice =>
  priceE4 % Number(E4_PER_CENT) === 0
    ? { cents: priceE4 / Number(E4_PER_CENT), pieces: 1 }
    : { cents: priceE4, pieces: SMALLEST_BATCH }

/** The price for the fewest pieces at which the quantity costs exactly this total, when half a cent counts up. */
export function batchPriceFor(cents: number, quantity: number): BatchPrice {
  for (let pieces = 1; ; pieces = Math.max(SMALLEST_BATCH, pieces * 10)) {
    const price = roundedQuotient(BigInt(cents) * BigInt(pieces), BigInt(quantity))
    // In a batch of as many pieces or more a cent of the price is less than a cent of the total, so that one fits.
    if (roundedQuotient(BigInt(price) * BigInt(quantity), BigInt(pieces)) === cents)
      return { cents: price, pieces }
  }
}

const SMALLEST_BATCH = 100
const LARGEST_BATCH = 1000

/**
 * A price in dollars as documents write it, for 1, 100 or 1,000 pieces: "57.732" for 1,000 pieces in place of "577.32" for
 * 10,000. So only such a price has more than two decimals.
 */
export function batchPriceText({ cents, pieces }: BatchPrice): { amount: string; pieces: number } {
  const decimals = 2 + String(Math.max(1, pieces / LARGEST_BATCH)).length - 1
  const digits = String(cents).padStart(decimals + 1, '0')
  const amount = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
  return { amount, pieces: Math.min(pieces, LARGEST_BATCH) }
}

/** A factor of 1 in millionths: a percentage with 4 decimals is exact. */
const ONE_E6 = 1_000_000n

/** Price × factor in ten-thousandths of a dollar, a half rounded up; the factor is in whole millionths, 0 or more. */
export function scaledPrice(priceE4: number, factorE6: number): { priceE4: number; isRounded: boolean } {
  const exact = BigInt(priceE4) * BigInt(factorE6)
  return { priceE4: roundedQuotient(exact, ONE_E6), isRounded: exact % ONE_E6 !== 0n }
}

/** 100 % in ten-thousandths of a percent. */
const WHOLE_E4 = 100n * BigInt(E4)

const rateE4 = (percent: number): bigint => BigInt(Math.round(percent * E4))

/** Of two numbers of 0 or more, a half rounded up. */
const roundedQuotient = (dividend: bigint, divisor: bigint): number =>
  Number((2n * dividend + divisor) / (2n * divisor))

/** What the totals in dollars come to after each of them, in dollars. */
export function runningTotals(totals: readonly number[]): number[] {
  let cents = 0
  return totals.map((total) => {
    cents += wholeCents(total)
    return centsToDollars(cents)
  })
}

/** A total that the shop computed in cents, however large it is. */
export const wholeCents = (dollars: number): number => Math.round(dollars * CENTS_PER_DOLLAR)

/** A price to show: the dollar sign and the number as stored, with two decimals at least: "$0.0687", "$2.50". */
export const formatPrice = (dollars: number): string => `$${dollars.toFixed(4).replace(/0{1,2}$/, '')}`

const placesOf = (dollars: number): number => formatPrice(dollars).split('.')[1]?.length ?? 0

/** How many decimals the longest of these prices has. */
export const mostPlaces = (prices: readonly number[]): number => Math.max(0, ...prices.map(placesOf))

/** How many digits a price lacks to have so many decimals. */
export const missingPlaces = (dollars: number, places: number): number =>
  Math.max(0, places - placesOf(dollars))

/** A total to show, with thousands separators and cents: "$40,379.18". */
export function formatTotal(dollars: number): string {
  const [whole, cents] = dollars.toFixed(2).split('.')
  return `$${formatCount(Number(whole))}.${cents}`
}
