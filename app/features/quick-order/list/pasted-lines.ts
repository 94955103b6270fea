import { MAXIMUM_QUOTE_BYTES, MAXIMUM_QUOTE_LINES } from '#features/quote/limits.ts'
import {
  LINE_BREAK,
  type ListLine,
  listLines,
  type ReadLine,
  readLine,
  type Table,
} from '#features/quote/read-lines.ts'
import { chosenRepair, isKnown } from '#features/quote/repairs.ts'
import type { QuoteLine } from '#features/quote/schema.ts'

/** A line of the pasted text that is not blank, or a row of a table with line breaks in its cells. */
export interface PastedLine extends ListLine {
  /** The text, and how many equal lines are above it: the same while lines are added or removed elsewhere. */
  readonly key: string
  readonly read: ReadLine
  /** What stands before it in the text that the shop reads: blank lines, and the first row of column names. */
  readonly before: string
}

/** Only the beginning of a longer line is read: it is no line of a list. */
const LONGEST_LINE = 1000

/** What was read of each line, so that a key press reads only the line that it changes. By the table and the text. */
const readings = new Map<string, ReadLine>()

/** More are forgotten. */
const MOST_READINGS = 5000

/** More blank lines than those of a row are as many. */
const MOST_BLANK_LINES = 30

function readOne(line: ListLine): ReadLine {
  const key = JSON.stringify([line.table?.head, line.text])
  const known = readings.get(key)
  if (known) return known
  const reading = readLine(line)
  if (readings.size === MOST_READINGS) readings.clear()
  readings.set(key, reading)
  return reading
}

/** Without the quotation marks that its end may have closed. */
const shortened = (line: ListLine): ListLine =>
  line.text.length <= LONGEST_LINE
    ? line
    : { ...line, text: line.text.slice(0, LONGEST_LINE).replace(/[\n"]/g, ' ').trim() }

/** The lines of a text. A first line of column names is left out, as the shop does. */
export function readPastedLines(text: string): PastedLine[] {
  const seen = new Map<string, number>()
  const lines: PastedLine[] = []
  let before = ''
  let end = 0
  for (const [at, whole] of listLines(text).entries()) {
    const line = shortened(whole)
    before += '\n'.repeat(Math.min(line.index - end, MOST_BLANK_LINES))
    end = line.index + line.height
    if (at === 0 && line.isHead) {
      before += `${line.text}\n`
      continue
    }
    const above = seen.get(line.text) ?? 0
    seen.set(line.text, above + 1)
    lines.push({ ...line, key: `${above} ${line.text}`, read: readOne(line), before })
    before = ''
  }
  return lines
}

/** The text of lines as the shop reads it. */
export const textOf = (lines: readonly PastedLine[]): string =>
  lines.map(({ before, text }) => before + text).join('\n')

/** The tables of a text, in their sequence. */
export const tablesOf = (lines: readonly PastedLine[]): Table[] => [
  ...new Map(lines.flatMap(({ table }) => (table ? [[table.head, table] as const] : []))).values(),
]

/** The JSON around the text of a request. */
const FRAME_BYTES = 20

/** The first lines, as many as the shop prices in one answer. In the JSON of the request quotation marks, tabs and breaks take two bytes. */
export function quotableLines(lines: readonly PastedLine[]): readonly PastedLine[] {
  let bytes = FRAME_BYTES
  const end = lines.findIndex(({ before, text }, count) => {
    // Its own quotation marks are as long as the line break.
    bytes += encoder.encode(JSON.stringify(before + text)).length
    return count === MAXIMUM_QUOTE_LINES || bytes > MAXIMUM_QUOTE_BYTES
  })
  return end === -1 ? lines : lines.slice(0, end)
}

const encoder = new TextEncoder()

/** A line of the text with what the shop says to it. */
export interface ListRow extends PastedLine {
  /** Undefined until the shop has answered. A line that was merged into this one is counted in it. */
  readonly line: QuoteLine | undefined
  /** It names the part of a line above, which has its quantity. */
  readonly isMerged: boolean
}

/**
 * Puts the lines of a quote beside the lines of the text. The quote may be about an older text: a line that it does not
 * have is looked up by `estimate`.
 */
export function matchQuote(
  lines: readonly PastedLine[],
  answered: readonly QuoteLine[],
  estimate: (line: PastedLine) => QuoteLine | undefined,
): ListRow[] {
  const byText = new Map<string, { line: QuoteLine; isMerged: boolean }[]>()
  const add = (given: QuoteLine['given'], line: QuoteLine, isMerged: boolean) => {
    const same = byText.get(String(given))
    if (same) same.push({ line, isMerged })
    else byText.set(String(given), [{ line, isMerged }])
  }
  for (const line of answered) add(line.given, line, false)
  for (const line of answered) for (const given of line.merged ?? []) add(given, line, true)
  const seen = new Map<string, number>()
  return lines.map((each) => {
    const above = seen.get(each.text) ?? 0
    seen.set(each.text, above + 1)
    // In another table the same text may say something else.
    const same = byText.get(each.text) ?? []
    const found = same[above] ?? same[0]
    const isRepeated = found !== undefined && above > 0 && isKnown(found.line)
    return {
      ...each,
      line: found ? found.line : estimate(each),
      isMerged: found !== undefined && (found.isMerged || isRepeated),
    }
  })
}

/** What a repair writes: the part number and the quantity, as two cells of a spreadsheet; below names of such cells as no row of these. */
export function repairedText(sku: string, quantity: number | undefined, table?: Table): string {
  if (quantity === undefined) return sku
  return table?.separator === '\t' ? `${quantity} × ${sku}` : `${sku}\t${quantity}`
}

/** The text of a row with another part number: what it says of the quantity, which is not clear, stays. */
export function withPart({ text, line }: ListRow, sku: string): string {
  const before = line?.sku ?? ''
  const at = text.toLowerCase().indexOf(before.toLowerCase())
  return before === '' || at === -1 ? sku : text.slice(0, at) + sku + text.slice(at + before.length)
}

/** What a repair did: the lines of the text that it replaced, and the quantity that they had. */
export interface Replaced {
  readonly lines: readonly string[]
  readonly quantity: number | undefined
}

/** The text of a row with those that were merged into it, which a repair replaces together. */
export const replacedBy = (row: ListRow, rows: readonly ListRow[]): Replaced => ({
  lines: [row, ...mergedInto(row, rows)].map(({ text }) => text),
  quantity: row.line?.quantity,
})

/**
 * The text with that line replaced by another part number or quantity. Lines that were merged into it are removed, since
 * the new quantity has theirs. Without a replacement the line itself is removed.
 */
export function replaceLine(
  text: string,
  rows: readonly ListRow[],
  row: ListRow,
  by: string | undefined,
): string {
  const changes = new Map([[row, by], ...mergedInto(row, rows).map((other) => [other, undefined] as const)])
  return changeLines(text, changes)
}

/** The text with the lines that a repair replaced instead of that line. */
export const undoReplacing = (text: string, row: ListRow, { lines }: Replaced): string =>
  changeLines(text, new Map([[row, lines.join('\n')]]))

/** Repairs every line that has one answer; see {@link chosenRepair}. `replaced` has what was there, by the new lines. */
export function repairAll(
  text: string,
  rows: readonly ListRow[],
): { text: string; replaced: Map<string, Replaced> } {
  const changes = new Map<ListLine, string | undefined>()
  const replaced = new Map<string, Replaced>()
  for (const row of rows) {
    const quantity = row.line && !row.isMerged ? chosenRepair(row.line) : undefined
    const sku = row.line?.sku
    if (quantity === undefined || sku === undefined) continue
    const by = repairedText(sku, quantity, row.table)
    changes.set(row, by)
    for (const other of mergedInto(row, rows)) changes.set(other, undefined)
    replaced.set(by, replacedBy(row, rows))
  }
  return { text: changeLines(text, changes), replaced }
}

/** The text without these lines, since they are in the cart now; empty when no line with a part is left. */
export function withoutLines(text: string, gone: readonly PastedLine[]): string {
  const rest = changeLines(text, new Map(gone.map((line) => [line, undefined])))
  return readPastedLines(rest).length === 0 ? '' : rest
}

const mergedInto = (row: ListRow, rows: readonly ListRow[]): ListRow[] =>
  rows.filter((other) => other.isMerged && other.line === row.line)

function changeLines(text: string, changes: ReadonlyMap<ListLine, string | undefined>): string {
  const changed: (string | undefined)[] = text.split(LINE_BREAK)
  for (const [{ index, height }, by] of changes) changed.fill(undefined, index, index + height)[index] = by
  return changed.filter((line) => line !== undefined).join('\n')
}
