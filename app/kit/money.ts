import { moneySign } from '#kit/identity/shop-currency.ts'
import { E4 } from '#kit/ten-thousandths.ts'
import { formatCount } from '#kit/text/count-text.ts'

/**
 * Prices are whole ten-thousandths of a dollar (`E4`), totals whole cents: of a dollar, or of what the shop sells in
 * (`identity/shop-currency.ts`), which has cents too. All money arithmetic is here, with the rule of half a
 * cent (`halfUp`), and in `money-division.ts`, which pages for visitors do not load: taxes, shares, batch prices.
 */
export { exactE4, fromE4 as e4ToDollars, toE4 as priceToE4 } from '#kit/ten-thousandths.ts'

const CENTS_PER_DOLLAR = 100
export const E4_PER_CENT = 100n

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
  if (cents === undefined) throw new Error(`${dollars} is not a total in whole cents.`)
  return cents
}

/** Divides numbers of 0 or more, a half rounded up; exact for every size. All that is rounded to cents is by it. */
export const halfUp = (dividend: bigint, divisor: bigint): number =>
  Number((2n * dividend + divisor) / (2n * divisor))

/** Price × quantity in cents, half a cent up. */
export const totalCents = (priceE4: number, quantity: number): number =>
  halfUp(BigInt(priceE4) * BigInt(quantity), E4_PER_CENT)

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

export const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0)

/** A total that the shop computed in cents, however large it is. */
export const wholeCents = (dollars: number): number => Math.round(dollars * CENTS_PER_DOLLAR)

/** A price to show: the sign of the currency and the number as stored, with two decimals at least: "$0.0687", "$2.50". */
export const formatPrice = (dollars: number): string => moneySign() + priceDigits(dollars)

const priceDigits = (dollars: number): string => dollars.toFixed(4).replace(/0{1,2}$/, '')

const placesOf = (dollars: number): number => priceDigits(dollars).split('.')[1]?.length ?? 0

/** How many decimals the longest of these prices has. */
export const mostPlaces = (prices: readonly number[]): number => Math.max(0, ...prices.map(placesOf))

/** How many digits a price lacks to have so many decimals. */
export const missingPlaces = (dollars: number, places: number): number =>
  Math.max(0, places - placesOf(dollars))

/** A total to show, with thousands separators and cents: "$40,379.18". */
export function formatTotal(dollars: number): string {
  const [whole, cents] = dollars.toFixed(2).split('.')
  return `${moneySign()}${formatCount(Number(whole))}.${cents}`
}
