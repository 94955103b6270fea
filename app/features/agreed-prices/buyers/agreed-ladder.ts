import type { PriceBreak } from '#features/pricing/price-line.ts'
import { e4ToDollars, exactE4, halfUp } from '#kit/money.ts'

/** All of a price, in ten-thousandths of a percent. */
const WHOLE_E4 = 1_000_000n

/**
 * Each price less a discount in ten-thousandths of a percent, half of the fourth decimal up. One that would come to nothing is
 * the smallest price that there is: nothing is free.
 */
export const discounted = (prices: readonly PriceBreak[], discountE4: number): PriceBreak[] =>
  prices.map(({ from, price }) => {
    const lessE4 = halfUp(BigInt(exactE4(price)) * (WHOLE_E4 - BigInt(discountE4)), WHOLE_E4)
    return { from, price: e4ToDollars(Math.max(1, lessE4)) }
  })

/** Whether both are the same prices. */
export const isSameLadder = (one: readonly PriceBreak[], other: readonly PriceBreak[]): boolean =>
  one.length === other.length &&
  one.every(({ from, price }, index) => from === other[index]?.from && price === other[index]?.price)
