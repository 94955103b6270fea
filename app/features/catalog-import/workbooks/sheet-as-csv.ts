import { csvLine, MOST_CSV_ROWS } from '#kit/csv/csv-line.ts'
import { openWorkbook, type Sheet } from '#kit/workbook/open-workbook.ts'
import { type Hidden, hasCells, SheetTooLarge, walkSheet } from '#kit/workbook/walk-sheet.ts'

/** The bytes of a workbook, and which of its sheets is read; without a name, the only one that has cells. */
export interface SheetTask {
  readonly bytes: Uint8Array
  readonly sheet: string | undefined
}

/** A sheet as a CSV file. `sheets` are the names of those that have cells. */
interface ReadSheet extends Hidden {
  readonly csv: Uint8Array
  readonly sheet: string
  readonly sheets: readonly string[]
}

/** A sheet, the sheets among which one has to be chosen, or why there is none. */
export type SheetResult =
  | ReadSheet
  | { readonly choose: readonly string[] }
  | { readonly problem: 'broken' | 'large' | 'empty' }

/** What the parts of a workbook come to unpacked, and the CSV file of a sheet, in bytes. */
const LARGEST_UNPACKED = 100_000_000
const LARGEST_CSV = 50_000_000

const BOUNDS = { rows: MOST_CSV_ROWS, columns: 1000, text: LARGEST_CSV }

/**
 * A sheet of an Excel workbook as Excel shows it: dates and numbers by the formats of their cells, but numbers readable in one
 * way. Hidden rows are blank, so that the others keep their numbers; hidden columns and sheets are left out.
 */
export function sheetAsCsv({ bytes, sheet }: SheetTask): SheetResult {
  try {
    const workbook = openWorkbook(bytes, { largestUnpacked: LARGEST_UNPACKED, keepsLines: true })
    if (!workbook) return { problem: 'large' }
    const filled = workbook.sheets.filter(({ part }) => hasCells(part))
    const shown = filled.filter(({ isHidden }) => !isHidden)
    const offered = shown.length > 0 ? shown : filled
    if (offered.length === 0) return { problem: 'empty' }
    const sheets = offered.map(({ name }) => name)
    const chosen = chosenSheet(offered, sheet)
    return chosen ? { ...toCsv(chosen, workbook.context), sheet: chosen.name, sheets } : { choose: sheets }
  } catch (error) {
    return { problem: error instanceof SheetTooLarge ? 'large' : 'broken' }
  }
}

function chosenSheet(sheets: readonly Sheet[], name: string | undefined): Sheet | undefined {
  if (name !== undefined) return sheets.find((each) => each.name === name)
  return sheets.length === 1 ? sheets[0] : undefined
}

function toCsv({ part }: Sheet, context: Parameters<typeof walkSheet>[1]): Hidden & { csv: Uint8Array } {
  const parts: Buffer[] = []
  let [last, size] = [0, 0]
  const add = (cells: readonly string[]): void => {
    const line = Buffer.from(csvLine(cells))
    size += line.length
    if (size > LARGEST_CSV) throw new SheetTooLarge(true)
    parts.push(line)
  }
  const hidden = walkSheet(part, context, BOUNDS, (number, cells = []) => {
    for (; last + 1 < number; last += 1) add([])
    last = Math.max(last, number)
    add(cells)
  })
  return { csv: new Uint8Array(Buffer.concat(parts)), ...hidden }
}
