import { priceTexts } from '#features/pricing/texts.ts'
import { isCountryCode, toCountryCode } from '#kit/input/country-codes.ts'
import { readPrice } from '#kit/input/read-price.ts'
import { formatPrice, formatTotal } from '#kit/money.ts'
import { interpretedPieces, readPieces } from '#kit/text/read-number.ts'
import { CUSTOMS_CODE_RULE, isCustomsCode, toCustomsCode } from '../limits.ts'
import { customsCodeText, weightText } from '../texts.ts'

/** The result of parsing a text of the product form: a value, or a warning why there is none. */
export interface TypedValue<Value> {
  readonly value?: Value | undefined
  /** How the text was parsed, if another meaning is possible. */
  readonly reading?: string | undefined
  readonly warning?: string
}

export const readText = (text: string): TypedValue<string> => ({ value: text })

/** What the messages about a number say. */
interface NumberTexts {
  /** For a text that is none. */
  readonly rule: string
  inWords(value: number): string
  /** A whole number of a thousand or more, the larger reading of an ambiguous text. */
  thousandsInWords(value: number): string
}

/**
 * A number with decimals. `0,0425` has a value and a reading to show. `1,000` is ambiguous: it has a warning with both
 * readings.
 */
function readDecimal(text: string, texts: NumberTexts): TypedValue<number> {
  const [value, larger] = readPrice(text) ?? []
  if (value === undefined) return { warning: texts.rule }
  if (larger !== undefined) {
    // A suggestion with three decimals would be ambiguous too.
    const smaller = /\.\d{3}$/.test(String(value)) ? `${value}0` : String(value)
    const readings = `${texts.inWords(value)} or ${texts.thousandsInWords(larger)}`
    return { warning: `${text} can be ${readings}. Type ${smaller} or ${larger}.` }
  }
  return text === String(value)
    ? { value }
    : { value, reading: `= ${texts.inWords(value)} ${priceTexts.perPiece}` }
}

/** Dollars per piece. */
export const readProductPrice = (text: string): TypedValue<number> =>
  readDecimal(text, {
    rule: 'The price has to be a number, for example 0.0425.',
    inWords: formatPrice,
    thousandsInWords: formatTotal,
  })

/** Grams per piece. */
export const readWeight = (text: string): TypedValue<number> =>
  readDecimal(text, {
    rule: 'The weight has to be a number of grams, for example 4.7.',
    inWords: weightText,
    thousandsInWords: weightText,
  })

/** Pieces. `1,000`, `1.000` and `1 000` are a thousand and have a reading to show. */
export function readProductQuantity(text: string): TypedValue<number> {
  const value = readPieces(text)
  if (value !== undefined) return { value, reading: interpretedPieces(text) }
  return { warning: 'The quantity has to be a whole number of pieces, for example 5000.' }
}

/** A whole number of what `unit` says, such as days; `label` is that of its field. */
export function readWholeNumber(text: string, label: string, unit: string): TypedValue<number> {
  const value = readPieces(text)
  if (value !== undefined) return { value }
  return { warning: `The ${label.toLowerCase()} has to be a whole number of ${unit}.` }
}

/** The code of a country, in any case. */
export function readCountry(text: string): TypedValue<string> {
  const value = toCountryCode(text)
  return isCountryCode(value) ? { value } : { warning: `${text} is not the code of a country.` }
}

/** The digits of a code of the tariff, which may be parted by dots and spaces. */
export function readCustomsCode(text: string): TypedValue<string> {
  const value = toCustomsCode(text)
  if (!isCustomsCode(value)) return { warning: CUSTOMS_CODE_RULE }
  return text === value ? { value } : { value, reading: `= ${customsCodeText(value)}` }
}
