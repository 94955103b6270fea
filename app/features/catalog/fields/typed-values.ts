import { priceTexts } from '#features/pricing/texts.ts'
import { formatPrice, formatTotal } from '#kit/money.ts'
import { interpretedPieces, readPieces, readPrice } from '#kit/text/read-number.ts'

/** The result of parsing a text of the product form: a value, or a warning why there is none. */
export interface TypedValue<Value> {
  readonly value?: Value | undefined
  /** How the text was parsed, if another meaning is possible. */
  readonly reading?: string | undefined
  readonly warning?: string
}

export const readText = (text: string): TypedValue<string> => ({ value: text })

/** Dollars. `0,0425` has a value and a reading to show. `1,000` is ambiguous: it has a warning with both readings. */
export function readProductPrice(text: string): TypedValue<number> {
  const [value, larger] = readPrice(text) ?? []
  if (value === undefined) return { warning: 'The price has to be a number, for example 0.0425.' }
  if (larger !== undefined) {
    // A suggestion with three decimals would be ambiguous too.
    const smaller = /\.\d{3}$/.test(String(value)) ? `${value}0` : String(value)
    const readings = `${formatPrice(value)} or ${formatTotal(larger)}`
    return { warning: `${text} can be ${readings}. Type ${smaller} or ${larger}.` }
  }
  return text === String(value)
    ? { value }
    : { value, reading: `= ${formatPrice(value)} ${priceTexts.perPiece}` }
}

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
