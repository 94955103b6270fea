import { fieldKinds, managedFields } from '#features/catalog/fields.ts'
import { BrokenCsv, parseCsv } from '#kit/csv/parse-csv.ts'
import { createDecimalMarks } from '#kit/input/decimal-mark.ts'
import type { FieldError } from '#kit/problem.ts'
import { AppError, invalidField } from '#kit/server/app-error.ts'
import { invalid } from '#kit/server/router.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { decodeText } from '#kit/text/decode-text.ts'
import { MOST_AGREED, WRONG_ROWS_NAMED } from '../limits.ts'
import { type AgreedPrice, agreedPriceSchema, putAgreedSchema } from '../schema.ts'

/** Prices that were sent, with where each stands, for the refusal of one. */
export interface SentPrices {
  readonly prices: readonly AgreedPrice[]
  readonly revision: number | undefined
  /** What leads to one of them: `prices/3`, or `rows/4` of a file. */
  placeOf(index: number): string
}

/** The prices of a JSON body. Refuses (422) what is no list of prices. */
export function readJsonPrices(body: unknown): SentPrices {
  const parsed = putAgreedSchema.safeParse(body)
  if (!parsed.success) throw invalid(parsed.error.issues)
  const { prices, revision } = parsed.data
  return { prices, revision, placeOf: (index) => `prices/${index}` }
}

/** The columns of a file; the days may be left out. */
export const CSV_COLUMNS = ['sku', 'prices', 'validFrom', 'validTo'] as const

/** The prices of `100:0.07 1000:0.06`. */
const IN_BREAKS = /(?<=\d:)\d[\d.,]*/g

/**
 * The prices of a CSV file with the columns {@link CSV_COLUMNS}, in any sequence. Refuses (422) another file, and names its wrong
 * rows; a number that can be read in two ways is one, unless the others of the column settle it.
 */
export async function readCsvPrices(bytes: Uint8Array): Promise<SentPrices> {
  const rows = await readRows(bytes)
  const marks = createDecimalMarks()
  for (const { cells } of rows)
    for (const number of cells.prices.match(IN_BREAKS) ?? []) marks.see('prices', number, 'decimal')
  const errors: FieldError[] = []
  const prices = rows.flatMap(({ row, cells }): AgreedPrice[] => {
    const settled = cells.prices.replace(IN_BREAKS, (number) => marks.settle('prices', number))
    const read = readRow({ ...cells, prices: settled })
    if (!('problem' in read)) return [read]
    errors.push({ pointer: `#/rows/${row}`, detail: `Row ${row}: ${read.problem}` })
    return []
  })
  if (errors[0])
    throw new AppError('invalid', errors[0].detail, { errors: errors.slice(0, WRONG_ROWS_NAMED) })
  return { prices, revision: undefined, placeOf: (index) => `rows/${rows[index]?.row}` }
}

type Cells = Readonly<Record<(typeof CSV_COLUMNS)[number], string>>

async function readRows(bytes: Uint8Array): Promise<{ row: number; cells: Cells }[]> {
  const decoded = decodeText(bytes)
  if ('problem' in decoded) throw invalidField('file', 'The file is no text. Save it as CSV and send that.')
  const rows: { row: number; cells: Cells }[] = []
  let columns: ((cells: readonly string[]) => Cells) | undefined
  try {
    for await (const { row, cells } of parseCsv([decoded.text])) {
      if (!columns) columns = readHeader(cells)
      else if (rows.length === MOST_AGREED)
        throw invalidField('file', `At most ${formatCount(MOST_AGREED)} prices are agreed with a company.`)
      else rows.push({ row, cells: columns(cells) })
    }
  } catch (error) {
    throw error instanceof BrokenCsv ? invalidField(`rows/${error.row}`, error.message) : error
  }
  if (!columns) throw invalidField('file', 'The file is empty.')
  return rows
}

/** How the cells of a row are found by the names of the columns. */
function readHeader(header: readonly string[]): (cells: readonly string[]) => Cells {
  const names = header.map((name) => name.trim().toLowerCase())
  const at = CSV_COLUMNS.map((column) => [column, names.indexOf(column.toLowerCase())] as const)
  const missing = at.find(([column, index]) => index < 0 && !column.startsWith('valid'))
  if (missing) throw invalidField('file', `The first row has to name the column “${missing[0]}”.`)
  return (cells) =>
    Object.fromEntries(at.map(([column, index]) => [column, (cells[index] ?? '').trim()])) as Cells
}

function readRow({ sku, prices, validFrom, validTo }: Cells): AgreedPrice | { problem: string } {
  if (sku === '') return { problem: 'The part number is missing.' }
  if (prices === '') return { problem: 'The prices are missing.' }
  const ladder = fieldKinds.priceBreaks.readCell(prices, managedFields.prices)
  if ('problem' in ladder) return { problem: ladder.problem }
  const parsed = agreedPriceSchema.safeParse({
    sku,
    prices: ladder.value,
    ...(validFrom && { validFrom }),
    ...(validTo && { validTo }),
  })
  return parsed.success ? parsed.data : { problem: parsed.error.issues[0]?.message ?? 'It is invalid.' }
}
