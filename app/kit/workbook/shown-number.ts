import { format, isDateFormat } from 'numfmt'

/** Excel itself keeps no more digits of a number: so 0.1 + 0.2 is 0.3. */
const DIGITS = 15

/** No format of Excel is longer. */
const LONGEST_FORMAT = 255

/**
 * A number as Excel shows it by the format of its cell: `00017`, `5%`, `12-Oct`. Its number stays readable in one way: it has
 * no thousands separators, and no three decimals, which are a thousand in other countries.
 */
export function shownNumber(value: number, pattern: string): string {
  const number = Number(value.toPrecision(DIGITS))
  if (pattern.length > LONGEST_FORMAT || WITHOUT_FORM.test(pattern)) return plainText(number)
  try {
    if (isDateFormat(pattern)) return format(pattern, number, NO_DAY_IS_NO_NUMBER).trim()
    return inOneWay(format(withoutRegion(pattern), number).trim())
  } catch {
    // Excel refuses a file with such a format.
    return plainText(number)
  }
}

/** A cell that was made a text after its number was typed shows the number. */
const WITHOUT_FORM = /^(?:general|@)$/i

/** A day that Excel cannot show stays a question. */
const NO_DAY_IS_NO_NUMBER = { dateErrorNumber: false, dateSpanLarge: false } as const

const plainText = (number: number): string => inOneWay(String(number))

/** `[$€-407]` is the sign of a currency with its region, by which the separators would follow the region. */
const withoutRegion = (pattern: string): string => pattern.replace(/\[\$([^\]-]*)-[^\]]*\]/g, '[$$$1]')

const GROUPS = /(?<=\d),(?=\d{3}(?!\d))/g

/** A thousand would be read of `500.000`, and none of `500.00`; both are 500. */
const ONLY_ZEROS = /(?<=\d)\.0+(?!\d)/

const inOneWay = (shown: string): string =>
  shown
    .replace(GROUPS, '')
    .replace(ONLY_ZEROS, '')
    .replace(/(?<![\d.])[1-9]\d{0,2}\.\d{3}(?![\d.])/, '$&0')
