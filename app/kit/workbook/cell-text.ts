import { isDateFormat } from 'numfmt'
import { shownNumber } from './shown-number.ts'
import { walkXml } from './walk-xml.ts'

/** What the cells of all sheets have in common. */
export interface CellContext {
  readonly strings: readonly string[]
  /** The format of a number, by the style of its cell. */
  readonly formatOf: (style: string | undefined) => string
  /** Days are counted from 1904 on, as old Macs did. */
  readonly isFrom1904: boolean
  /** How texts are shown: in one line, or with their line breaks. */
  readonly textOf: (text: string) => string
}

/** A cell as the file has it. */
export interface FileCell {
  readonly type: string | undefined
  readonly style: string | undefined
  readonly value: string
  /** Of a cell that has its text itself. */
  readonly inline: string
}

const DAYS_TO_1904 = 1462

/** A cell as Excel shows it. A formula has its value, an error its name. */
export function cellText({ type, style, value, inline }: FileCell, context: CellContext): string {
  const { textOf } = context
  if (type === 'inlineStr') return textOf(inline)
  if (type === 's') return context.strings[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  if (type === 'd') return value.replace(/T00:00(?::00(?:\.0+)?)?Z?$/, '')
  const number = Number(value)
  const isNumber = (type === undefined || type === 'n') && value.trim() !== '' && Number.isFinite(number)
  return isNumber ? numberText(number, style, context) : textOf(value)
}

function numberText(
  number: number,
  style: string | undefined,
  { formatOf, isFrom1904 }: CellContext,
): string {
  const pattern = formatOf(style)
  return inLine(shownNumber(isFrom1904 && isDateFormat(pattern) ? number + DAYS_TO_1904 : number, pattern))
}

/** The texts that cells name by their place: parts of one that differ in their font are one text. */
export function readStrings(part: Uint8Array | undefined, textOf: CellContext['textOf']): string[] {
  const strings: string[] = []
  let text = ''
  if (part)
    walkXml(part, {
      open: (name) => {
        if (name === 'si') text = ''
      },
      close: (name, more, parents) => {
        if (name === 't' && !parents.includes('rPh')) text += more
        if (name === 'si') strings.push(textOf(text))
      },
    })
  return strings
}

/** Excel writes characters that XML cannot have as `_x000D_`. */
const ESCAPED = /_x([0-9A-F]{4})_/gi

const unescaped = (text: string): string =>
  text.replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** A text in one line. */
export const inLine = (text: string): string => unescaped(text).replace(/\s+/g, ' ').trim()

/** A text with its line breaks, as a description has them. */
export const inLines = (text: string): string =>
  unescaped(text)
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .trim()
