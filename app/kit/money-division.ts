import { E4 } from '#kit/ten-thousandths.ts'
import { centsToDollars, E4_PER_CENT, halfUp, sum, wholeCents } from './money.ts'

/** Money that is divided: taxes, shares, batch prices and factors, exact by integers of any size. */

/**
 * The tax that gross cents contain, in cents, half a cent up. `percent` has at most 4 decimals: 19 for a gross sum of 119 % of
 * the net sum.
 */
export function containedTaxCents(grossCents: number, percent: number): number {
  const rate = rateE4(percent)
  return halfUp(BigInt(grossCents) * rate, rate + WHOLE_E4)
}

/** The tax on net cents, in cents, half a cent up; `percent` has at most 4 decimals. */
export const addedTaxCents = (netCents: number, percent: number): number =>
  halfUp(BigInt(netCents) * rateE4(percent), WHOLE_E4)

/** Price × quantity with the tax that is added to it, in cents, half a cent up once; `percent` has at most 4 decimals. */
export const taxedTotalCents = (priceE4: number, quantity: number, percent: number): number =>
  halfUp(BigInt(priceE4) * BigInt(quantity) * (WHOLE_E4 + rateE4(percent)), E4_PER_CENT * WHOLE_E4)

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
    const price = halfUp(BigInt(cents) * BigInt(pieces), BigInt(quantity))
    // In a batch of as many pieces or more a cent of the price is less than a cent of the total, so that one fits.
    if (halfUp(BigInt(price) * BigInt(quantity), BigInt(pieces)) === cents) return { cents: price, pieces }
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
  return { priceE4: halfUp(exact, ONE_E6), isRounded: exact % ONE_E6 !== 0n }
}

/** 100 % in ten-thousandths of a percent. */
const WHOLE_E4 = 100n * BigInt(E4)

const rateE4 = (percent: number): bigint => BigInt(Math.round(percent * E4))

/** What the totals in dollars come to after each of them, in dollars. */
export function runningTotals(totals: readonly number[]): number[] {
  let cents = 0
  return totals.map((total) => {
    cents += wholeCents(total)
    return centsToDollars(cents)
  })
}
