import { readPrice } from '#kit/input/read-price.ts'
import { readPieces } from '#kit/text/read-number.ts'

/** The value of a cell of an imported file, or why it has none. Cells are trimmed and not empty. */
export type CellReading = { readonly value: unknown } | { readonly problem: string }

export const readTextCell = (text: string): CellReading => ({ value: text })

/** A number as the export writes it: without a thousands separator, so that `1.250` is no thousand. */
const PLAIN_NUMBER = /^\d{1,15}(?:\.\d{1,15})?$/

export function readNumberCell(text: string): CellReading {
  const [, sign = '', size = ''] = /^(-?)(.*)$/s.exec(text) ?? []
  const [value, larger] = PLAIN_NUMBER.test(size) ? [Number(size)] : (readPrice(size) ?? [])
  if (value === undefined) return { problem: `${shown(text)} is not a number.` }
  if (larger === undefined) return { value: Number(`${sign}${value}`) }
  return { problem: `${shown(text)} can be ${sign}${value} or ${sign}${larger}. Write one of these.` }
}

/** A whole number; `unit` says of what: "pieces". */
export function readCountCell(text: string, unit: string): CellReading {
  const value = readPieces(text)
  return value === undefined ? { problem: `${shown(text)} is not a whole number of ${unit}.` } : { value }
}

/** `100:0.0687 1000:0.0612` */
export function readBreaksCell(text: string): CellReading {
  const breaks = text.split(/\s+/).map((each) => /^(\d{1,12}):(\d{1,12}(?:\.\d{1,12})?)$/.exec(each))
  if (breaks.some((found) => found === null))
    return { problem: `${shown(text)} is not a list of prices such as 100:0.0687 1000:0.0612.` }
  return { value: breaks.map((found) => ({ from: Number(found?.[1]), price: Number(found?.[2]) })) }
}

const LONGEST_SHOWN = 60

/** A text of the file, shortened, in quotation marks. */
const shown = (text: string): string =>
  JSON.stringify(text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text)
