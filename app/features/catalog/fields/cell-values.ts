import { inOneReading, readPrice } from '#kit/input/read-price.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { readPieces } from '#kit/text/read-number.ts'

/** The value of a cell of an imported file, or why it has none. Cells are trimmed and not empty. */
export type CellReading = { readonly value: unknown } | { readonly problem: string }

export const readTextCell = (text: string): CellReading => ({ value: text })

/** A number that can be read in two ways is none: its list has settled what it can (`kit/input/decimal-mark.ts`). */
export function readNumberCell(text: string): CellReading {
  const [, sign = '', size = ''] = /^(-?)(.*)$/s.exec(text) ?? []
  const [value, larger] = readPrice(size) ?? []
  if (value === undefined) return { problem: `${shown(text)} is not a number.` }
  if (larger !== undefined) return inTwoWays(text, sign, value, larger)
  return { value: Number(`${sign}${value}`) }
}

/** A whole number; `unit` says of what: "pieces". */
export function readCountCell(text: string, unit: string): CellReading {
  const [value = readPieces(text), larger] = readPrice(text) ?? []
  if (value !== undefined && larger !== undefined) return inTwoWays(text, '', value, larger)
  return Number.isSafeInteger(value)
    ? { value }
    : { problem: `${shown(text)} is not a whole number of ${unit}.` }
}

function inTwoWays(text: string, sign: string, smaller: number, larger: number): CellReading {
  const readings = `${sign}${smaller} or ${sign}${formatCount(larger)}`
  return { problem: `${text} can be ${readings}. Write ${sign}${inOneReading(smaller)} or ${sign}${larger}.` }
}

/** `100:0.0687 1000:0.0612` */
export function readBreaksCell(text: string): CellReading {
  const breaks: { from: number; price: number }[] = []
  for (const each of text.split(/\s+/)) {
    const [, from, number = ''] = /^(\d{1,12}):(\d[\d.,]*)$/.exec(each) ?? []
    const [price, larger] = readPrice(number) ?? []
    if (price === undefined)
      return { problem: `${shown(text)} is not a list of prices such as 100:0.0687 1000:0.0612.` }
    if (larger !== undefined) return inTwoWays(number, '', price, larger)
    breaks.push({ from: Number(from), price })
  }
  return { value: breaks }
}

const LONGEST_SHOWN = 60

/** A text of the file, shortened, in quotation marks. */
const shown = (text: string): string =>
  JSON.stringify(text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text)
