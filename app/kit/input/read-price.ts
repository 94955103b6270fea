import { digitsOf, GROUP_SEPARATOR, GROUPED, groupedPieces, LONGEST } from '#kit/text/read-number.ts'

/** The meanings of a typed price in dollars: one, or two for an ambiguous text. */
export type PriceReadings = readonly [dollars: number] | readonly [smaller: number, larger: number]

/**
 * The dollars of a typed price, 0 or more; undefined when the text is no price. Point and comma both can be the
 * decimal separator: `0.0425`, `0,0425` and `1.250,50` have one reading. `1,000` and `1.000` have two, 1 and 1,000.
 */
export function readPrice(text: string): PriceReadings | undefined {
  const typed = text.trim()
  if (typed.length > LONGEST) return undefined
  const readings = [asDecimal(typed), asGrouped(typed), asGroupedDecimal(typed)].filter(
    (dollars) => dollars !== undefined,
  )
  const [first, second] = [...new Set(readings)].sort((a, b) => a - b)
  if (first === undefined) return undefined
  return second === undefined ? [first] : [first, second]
}

/** A number as everybody reads it: with three decimals it can be a thousand too, so it has a fourth. */
export function inOneReading(number: number): string {
  const text = String(number)
  return readPrice(text.replace(/^-/, ''))?.length === 2 ? `${text}0` : text
}

/** `12`, `0.0425`, `0,0425`, `.5` */
function asDecimal(typed: string): number | undefined {
  const [, whole = '', part = ''] = /^(\d*)(?:[.,](\d+))?$/.exec(typed) ?? []
  return whole + part === '' ? undefined : Number(`${whole || '0'}.${part || '0'}`)
}

/** `1,000`, `1 000 000` */
const asGrouped = (typed: string): number | undefined => groupedPieces(typed)

/** `1,250.50`, `1.250,5`, `1 250.50`: decimals after groups with another separator. */
function asGroupedDecimal(typed: string): number | undefined {
  const [, groups = '', mark, part] = /^(.+)([.,])(\d+)$/.exec(typed) ?? []
  const groupSeparator = GROUP_SEPARATOR.exec(groups)?.[0]
  if (groupSeparator === undefined || groupSeparator === mark || !GROUPED.test(groups)) return undefined
  return Number(`${digitsOf(groups)}.${part}`)
}
