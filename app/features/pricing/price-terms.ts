import { priceToE4 } from '#kit/money.ts'
import { firstBreak, type PriceBreak } from './price-line.ts'
import { smallestMinimum } from './quantity-terms.ts'

const MAXIMUM_PRICE_E4 = 1_000_000_000

/** Whether a product can have this price, in dollars. */
export const isPrice = (dollars: number): boolean => {
  const e4 = priceToE4(dollars)
  return e4 !== undefined && e4 > 0 && e4 <= MAXIMUM_PRICE_E4
}

export const PRICE_RULE = 'The price has to be above 0, at most 100,000, with at most 4 decimals.'

/** The terms of sale of a product. `price` is that of the first break. */
export interface ProductTerms {
  readonly price: number
  readonly prices: PriceBreak[]
  readonly minimum: number
  readonly step: number
}

/** The terms as an admin enters them. */
export type GivenTerms = { readonly [Name in keyof ProductTerms]?: ProductTerms[Name] | undefined }

const DEFAULT_STEP = 1

/** The minimum, or without one the smallest that its step allows. */
export const minimumOf = ({
  step = DEFAULT_STEP,
  minimum = smallestMinimum(step),
}: Pick<GivenTerms, 'step' | 'minimum'>): number => minimum

/**
 * The terms with their defaults: a step of 1, the smallest minimum, and one price from the minimum on. Throws without any
 * price.
 */
export function completeTerms(given: GivenTerms): ProductTerms {
  const minimum = minimumOf(given)
  const prices = given.prices ?? pricesOf(given, minimum)
  return { step: given.step ?? DEFAULT_STEP, minimum, prices, price: firstBreak(prices).price }
}

const pricesOf = ({ price }: GivenTerms, minimum: number): PriceBreak[] =>
  price === undefined ? [] : [{ from: minimum, price }]

interface TermProblem {
  /** The names and indexes that lead to the field. */
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** What is wrong with terms of which each is valid alone. */
export function termProblems(given: GivenTerms): TermProblem[] {
  const minimum = minimumOf(given)
  const { step = DEFAULT_STEP, prices = pricesOf(given, minimum) } = given
  const problems: TermProblem[] = []
  if (minimum % step !== 0)
    problems.push({ path: ['minimum'], message: `The minimum has to be a multiple of the step, ${step}.` })
  if (given.price !== undefined && given.price !== prices[0]?.price)
    problems.push({ path: ['price'], message: 'The price has to be that of the first price break.' })
  return [...problems, ...breakProblems(prices, minimum)]
}

function breakProblems(prices: readonly PriceBreak[], minimum: number): TermProblem[] {
  return prices.flatMap(({ from, price }, index) => {
    const before = prices[index - 1]
    const problems: TermProblem[] = []
    if (!before && from !== minimum)
      problems.push({
        path: ['prices', index, 'from'],
        message: `The first price begins with the minimum, ${minimum}.`,
      })
    if (before && from <= before.from)
      problems.push({
        path: ['prices', index, 'from'],
        message: 'Each price break begins with more pieces than the one before.',
      })
    if (before && price >= before.price)
      problems.push({
        path: ['prices', index, 'price'],
        message: 'Each price break is cheaper than the one before.',
      })
    return problems
  })
}
