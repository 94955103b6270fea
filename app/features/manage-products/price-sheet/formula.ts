import { readPrice } from '#kit/input/read-price.ts'
import { e4ToDollars, exactE4, priceToE4 } from '#kit/money.ts'
import { scaledPrice } from '#kit/money-division.ts'

/** How a price is changed: multiplied by millionths, or by ten-thousandths of a dollar more or less. */
type PriceFormula = { readonly factorE6: number } | { readonly addedE4: number }

export const FORMULA_RULE = 'Write +4%, *1.04 or -0.002: at most 4 decimals.'

const FORMULA = /^([-+*−×])\s*([^%]+?)\s*(%?)$/

const E6 = 1_000_000
/** A ten-thousandth of a percent is a millionth; a ten-thousandth of a factor is a hundred of them. */
const E6_PER_FACTOR = 100

/**
 * A text that changes a price: `+4%`, `*1.04`, `-0.002`. Undefined for one that does not begin with a sign of calculation; a
 * problem for one that has no single meaning.
 */
export function readFormula(text: string): PriceFormula | { readonly problem: string } | undefined {
  const typed = text.trim()
  if (!/^[-+*−×]/.test(typed)) return undefined
  const [, sign = '', number = '', percent = ''] = FORMULA.exec(typed) ?? []
  const [value, larger] = readPrice(number.replace(/^\$\s*/, '')) ?? []
  const e4 = value === undefined || larger !== undefined ? undefined : priceToE4(value)
  if (e4 === undefined) return { problem: FORMULA_RULE }
  if (sign === '*' || sign === '×')
    return percent ? { problem: FORMULA_RULE } : { factorE6: e4 * E6_PER_FACTOR }
  const signed = sign === '+' ? e4 : -e4
  if (!percent) return { addedE4: signed }
  return signed < -E6 ? { problem: FORMULA_RULE } : { factorE6: E6 + signed }
}

/** What a price in dollars comes to; undefined below 0. Half of the last decimal is rounded up. */
export function applyFormula(
  dollars: number,
  formula: PriceFormula,
): { readonly dollars: number; readonly isRounded: boolean } | undefined {
  const e4 = exactE4(dollars)
  const { priceE4, isRounded } =
    'factorE6' in formula
      ? scaledPrice(e4, formula.factorE6)
      : { priceE4: e4 + formula.addedE4, isRounded: false }
  return priceE4 < 0 ? undefined : { dollars: e4ToDollars(priceE4), isRounded }
}
