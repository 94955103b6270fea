import { isDeepStrictEqual } from 'node:util'
import { type GivenTerms, minimumOf } from '#features/pricing/price-terms.ts'

/** With each of them, also those that are not given. */
type AllTerms = { readonly [Name in keyof Required<GivenTerms>]: GivenTerms[Name] }

/**
 * The terms of a product after a row of a file. The export has both `price` and `prices`, and the first of `prices` repeats
 * `price` and `minimum`. Whoever edits one of these means it: of two that disagree, the changed one counts. So price breaks
 * that a row leaves as they are follow its price and its minimum.
 */
export function mergeTerms(
  present: Required<GivenTerms> | undefined,
  given: ReadonlyMap<string, unknown>,
): AllTerms {
  const of = <Name extends keyof GivenTerms>(name: Name): GivenTerms[Name] =>
    given.has(name) ? (given.get(name) as GivenTerms[Name]) : present?.[name]
  const [step, minimum, price, prices] = [of('step'), of('minimum'), of('price'), of('prices')]
  if (!present) return { step, minimum, price, prices }
  if (prices === undefined) return { step, minimum, price, prices }
  if (!keepsBreaks(present, given))
    return { step, minimum, prices, price: price === present.price ? undefined : price }
  const [first, ...others] = present.prices ?? []
  const from = minimumOf({ step, minimum })
  const kept = price ?? first?.price
  // Without any price the product is refused.
  return kept === undefined
    ? { step, minimum, price, prices: undefined }
    : { step, minimum, price: undefined, prices: [{ from, price: kept }, ...others] }
}

/** Whether a row leaves the price breaks of its product as they are. */
export const keepsBreaks = (
  present: Readonly<Record<string, unknown>> | undefined,
  given: ReadonlyMap<string, unknown>,
): boolean => !given.has('prices') || isDeepStrictEqual(given.get('prices'), present?.prices)
