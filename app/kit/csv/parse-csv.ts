import { pipeline, Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { CsvError, type Info, type Parser, parse } from 'csv-parse'
import { MOST_CSV_ROWS, withoutGuard } from './csv-line.ts'

/** A row of a CSV file. `row` is its number as a spreadsheet shows it, from 1; blank rows count but are left out. */
export interface CsvRow {
  readonly row: number
  readonly cells: readonly string[]
}

/** The file cannot be read from this row on. */
export class BrokenCsv extends Error {
  readonly row: number
  constructor(row: number, problem = 'a quotation mark is not closed, or the row is too long') {
    super(`Row ${row} cannot be read: ${problem}.`)
    this.row = row
  }
}

/** In characters. An unclosed quotation mark would make the rest of the file one row. */
const LONGEST_ROW = 100_000

/** More than the longest row can have. The parser counts characters of cells only, and keeps empty cells without limit. */
const MOST_ROW_BYTES = 1_000_000

const MOST_CELLS = 1000

/** The bytes that are read between two turns of the event loop: at worst, of rows of one cell, a few milliseconds. */
const PART_LENGTH = 1024

/**
 * Reads a CSV file from parts of its text, a few rows ahead of the caller; other requests are served meanwhile. The
 * separator is the comma, the semicolon or the tab, whichever is most frequent in the first row. Guards against formulas are
 * taken off. Throws {@link BrokenCsv}, also for more than 1,000,000 rows or a row of more than 1000 cells.
 */
export async function* parseCsv(parts: Iterable<string>): AsyncGenerator<CsvRow> {
  const texts = parts[Symbol.iterator]()
  const first = texts.next()
  if (first.done) return
  const parser = createParser(first.value)
  const source = async function* () {
    let [row, rowBytes] = [0, 0]
    for (const slice of inSlices(first.value, texts)) {
      await setImmediate()
      const before = row
      row = rowOf(parser.info)
      requireFew(row)
      rowBytes = row === before ? rowBytes + slice.length : slice.length
      if (rowBytes > MOST_ROW_BYTES) throw new BrokenCsv(row + 1)
      yield slice
    }
  }
  // Errors are thrown by the loop below.
  pipeline(Readable.from(source()), parser, () => undefined)
  try {
    yield* parser as AsyncIterable<CsvRow>
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new BrokenCsv(rowOf(parser.info) + 1)
  }
}

const createParser = (beginning: string): Parser =>
  parse({
    delimiter: separatorOf(beginning),
    // A file that was put together from others can have several kinds.
    record_delimiter: ['\r\n', '\n', '\r'],
    // A mark of inches in a cell without quotation marks.
    relax_quotes: true,
    relax_column_count: true,
    // The parser makes an error, and drops it, for each row of another length than the first: hundred times slower.
    skip_empty_lines: true,
    max_record_size: LONGEST_ROW,
    on_record: toRow as unknown as (record: string[]) => string[],
  })

/** Undefined for a blank row, which the parser then leaves out. */
function toRow(record: readonly string[], info: Info): CsvRow | undefined {
  const row = rowOf(info)
  requireFew(row)
  if (record.length > MOST_CELLS) throw new BrokenCsv(row, `it has more than ${MOST_CELLS} cells`)
  const cells = record.map(withoutGuard)
  return cells.some((cell) => cell.trim() !== '') ? { row, cells } : undefined
}

const rowOf = ({ records, empty_lines }: Pick<Info, 'records' | 'empty_lines'>): number =>
  records + empty_lines

function requireFew(rows: number): void {
  if (rows > MOST_CSV_ROWS)
    throw new BrokenCsv(MOST_CSV_ROWS + 1, 'a file can have at most 1,000,000 rows, with the blank ones')
}

/** Slices of bytes: the parser joins the bytes of a character, but not the two halves of one in a string. */
function* inSlices(first: string, others: Iterator<string>): Generator<Buffer> {
  for (let text = first; ; ) {
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.length; at += PART_LENGTH) yield bytes.subarray(at, at + PART_LENGTH)
    const next = others.next()
    if (next.done) return
    text = next.value
  }
}

function separatorOf(text: string): string {
  const [line = ''] = text
    .replace(/^[\r\n]+/, '')
    .replace(/"[^"]*"/g, '')
    .split(/[\r\n]/, 1)
  const [most = ','] = [',', ';', '\t'].sort((a, b) => line.split(b).length - line.split(a).length)
  return most
}
