import { MAXIMUM_QUOTE_BYTES, MAXIMUM_QUOTE_LINES } from '#features/quote/limits.ts'
import { LINE_BREAK, type ReadLine, readLines } from '#features/quote/read-lines.ts'
import { chosenRepair, isKnown } from '#features/quote/repairs.ts'
import type { QuoteLine } from '#features/quote/schema.ts'

/** A line of the pasted text that is not blank. */
export interface PastedLine {
  /** The text, and how many equal lines are above it: the same while lines are added or removed elsewhere. */
  readonly key: string
  readonly text: string
  /** Its index among all lines of the text, blank ones included. */
  readonly index: number
  readonly read: ReadLine
}

/** Only the beginning of a longer line is read: it is no line of a list. */
const LONGEST_LINE = 1000

/** What was read of each line, so that a key press reads only the line that it changes. Blank lines have nothing. */
const readings = new Map<string, ReadLine | 'names of columns' | undefined>()

/** More are forgotten. */
const MOST_READINGS = 5000

function readOne(text: string) {
  if (readings.has(text)) return readings.get(text)
  const [line] = readLines(text)
  const reading = line ?? (/\p{L}/u.test(text) ? 'names of columns' : undefined)
  if (readings.size === MOST_READINGS) readings.clear()
  readings.set(text, reading)
  return reading
}

/** The lines of a text. A first line of column names is left out, as the shop does. */
export function readPastedLines(text: string): PastedLine[] {
  const seen = new Map<string, number>()
  const lines: PastedLine[] = []
  let isFirst = true
  for (const [index, whole] of text.split(LINE_BREAK).entries()) {
    const line = whole.trim().slice(0, LONGEST_LINE).trimEnd()
    const reading = line === '' ? undefined : readOne(line)
    if (reading === undefined) continue
    const isHead = reading === 'names of columns'
    if (!isHead || !isFirst) {
      const above = seen.get(line) ?? 0
      seen.set(line, above + 1)
      const read = isHead ? { given: line, candidates: [] } : reading
      lines.push({ key: `${above} ${line}`, text: line, index, read })
    }
    isFirst = false
  }
  return lines
}

/** The JSON around the text of a request. */
const FRAME_BYTES = 20

/** The first lines, as many as the shop prices in one answer. In the JSON of the request quotation marks, tabs and breaks take two bytes. */
export function quotableLines(lines: readonly PastedLine[]): readonly PastedLine[] {
  let bytes = FRAME_BYTES
  const end = lines.findIndex(({ text }, count) => {
    // Its own quotation marks are as long as the line break.
    bytes += encoder.encode(JSON.stringify(text)).length
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
  const byText = new Map<string, { line: QuoteLine; isMerged: boolean }>()
  const add = (given: QuoteLine['given'], line: QuoteLine, isMerged: boolean) => {
    const text = String(given).trim()
    if (!byText.has(text)) byText.set(text, { line, isMerged })
  }
  for (const line of answered) add(line.given, line, false)
  for (const line of answered) for (const given of line.merged ?? []) add(given, line, true)
  return lines.map((each) => {
    const found = byText.get(each.text)
    const isRepeated = found !== undefined && !each.key.startsWith('0 ') && isKnown(found.line)
    return {
      ...each,
      line: found ? found.line : estimate(each),
      isMerged: found !== undefined && (found.isMerged || isRepeated),
    }
  })
}

/** What a repair writes: the part number and the quantity, as two cells of a spreadsheet. */
export const repairedText = (sku: string, quantity: number | undefined): string =>
  quantity === undefined ? sku : `${sku}\t${quantity}`

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
  const changes = new Map([[row.index, by]])
  for (const other of mergedInto(row, rows)) changes.set(other.index, undefined)
  return changeLines(text, changes)
}

/** The text with the lines that a repair replaced instead of that line. */
export const takeBackLine = (text: string, row: ListRow, { lines }: Replaced): string =>
  changeLines(text, new Map([[row.index, lines.join('\n')]]))

/** Repairs every line that has one answer; see {@link chosenRepair}. `replaced` has what was there, by the new lines. */
export function repairAll(
  text: string,
  rows: readonly ListRow[],
): { text: string; replaced: Map<string, Replaced> } {
  const changes = new Map<number, string | undefined>()
  const replaced = new Map<string, Replaced>()
  for (const row of rows) {
    const quantity = row.line && !row.isMerged ? chosenRepair(row.line) : undefined
    const sku = row.line?.sku
    if (quantity === undefined || sku === undefined) continue
    const by = repairedText(sku, quantity)
    changes.set(row.index, by)
    for (const other of mergedInto(row, rows)) changes.set(other.index, undefined)
    replaced.set(by, replacedBy(row, rows))
  }
  return { text: changeLines(text, changes), replaced }
}

/** The text without these lines, since they are in the cart now; empty when no line with a part is left. */
export function withoutLines(text: string, gone: readonly PastedLine[]): string {
  const rest = changeLines(text, new Map(gone.map(({ index }) => [index, undefined])))
  return readPastedLines(rest).length === 0 ? '' : rest
}

const mergedInto = (row: ListRow, rows: readonly ListRow[]): ListRow[] =>
  rows.filter((other) => other.isMerged && other.line === row.line)

function changeLines(text: string, changes: ReadonlyMap<number, string | undefined>): string {
  return text
    .split(LINE_BREAK)
    .flatMap((line, index) => (changes.has(index) ? (changes.get(index) ?? []) : line))
    .join('\n')
}
