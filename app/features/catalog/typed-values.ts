import { formatCount } from '#kit/count-text.ts'
import { formatPrice } from '#kit/money.ts'
import { interpretedPieces, readPieces, readPrice } from '#kit/read-number.ts'
import { productTexts } from './texts.ts'

/** The result of reading a text in the product form: a value, or a warning that says why there is none. */
export interface TypedValue<Value> {
  readonly value?: Value | undefined
  /** How the text was read, when another meaning is possible. */
  readonly reading?: string | undefined
  readonly warning?: string
}

export const readText = (text: string): TypedValue<string> => ({ value: text })

/** Dollars. `0,0425` is shown as it was read; `1,000`, which can be read in two ways, has no value but both readings. */
export function readProductPrice(text: string): TypedValue<number> {
  const [value, larger] = readPrice(text) ?? []
  if (value === undefined) return { warning: 'The price has to be a number, for example 0.0425.' }
  if (larger !== undefined) {
    // Three decimals would be ambiguous again.
    const smaller = /\.\d{3}$/.test(String(value)) ? `${value}0` : String(value)
    const readings = `${formatPrice(value)} or $${formatCount(larger)}`
    return { warning: `${text} can be ${readings}. Type ${smaller} or ${larger}.` }
  }
  return text === String(value)
    ? { value }
    : { value, reading: `= ${formatPrice(value)} ${productTexts.perPiece}` }
}

/** Pieces. `1,000`, `1.000` and `1 000` are shown as the thousand that they are read as. */
export function readProductQuantity(text: string): TypedValue<number> {
  const value = readPieces(text)
  if (value !== undefined) return { value, reading: interpretedPieces(text) }
  return { warning: 'The quantity has to be a whole number of pieces, for example 5000.' }
}
