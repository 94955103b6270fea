import { findKnownProducts, keyOf, listCategories } from '#features/catalog/catalog.ts'
import { LONGEST_SKU } from '#features/catalog/limits.ts'
import { BrokenCsv, type CsvRow, parseCsv } from '#kit/csv/parse-csv.ts'
import { invalidField } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import type { FileColumns } from '../schema.ts'
import { openFile, type SentFile } from '../workbooks/open-file.ts'
import type { Workbooks } from '../workbooks/workbooks.ts'
import { isOwnHeads } from './columns.ts'
import { fieldNamed } from './field-words.ts'
import { attributeNamed, knownFields } from './known-fields.ts'
import { findRemembered } from './remembered.ts'
import { createSeenColumn } from './seen-columns.ts'
import { suggestColumns } from './suggest-columns.ts'

const NO_COLUMNS = { rows: 0, headRow: 0, hidden: { rows: 0, columns: 0 }, isOwn: false, columns: [] }

/** Rows above the heads: a title, an address, a date. */
const MOST_ABOVE = 20

/**
 * The columns of a file with samples, and what they seem to mean. Changes nothing. Refuses (422) a file without text, and one that
 * cannot be read to its end.
 */
export async function readFileColumns(
  shop: Shop,
  workbooks: Pick<Workbooks, 'open'>,
  file: SentFile,
  caller?: AbortSignal,
): Promise<FileColumns> {
  const categories = await listCategories(shop.db)
  const fields = knownFields(categories)
  const none = { ...NO_COLUMNS, fields, knownParts: 0, unknownParts: 0 }
  const opened = await openFile(workbooks, file, caller)
  if ('choose' in opened) return { ...none, sheets: [...opened.choose] }
  const { parts, workbook } = opened
  try {
    const isHead = (cell: string): boolean =>
      fieldNamed(cell) !== undefined || attributeNamed(cell, categories) !== undefined
    const headRow = await findHeadRow(parts, isHead)
    const { heads, rows, seen } = await readCells(parts, headRow)
    const remembered = await findRemembered(shop.db, heads)
    const columns = await suggestColumns(shop.db, { heads, seen, fields, categories, remembered })
    const { marks, newParts, values } = remembered ?? {}
    const isOwn = isOwnHeads(heads, new Set(fields.map(({ field }) => field)))
    return {
      sheets: [...(workbook?.sheets ?? [])],
      ...(workbook && { sheet: workbook.sheet }),
      rows,
      headRow,
      hidden: { rows: workbook?.hiddenRows ?? 0, columns: workbook?.hiddenColumns ?? 0 },
      isOwn: isOwn && columns.every(({ twoWays }) => twoWays === undefined),
      columns,
      fields,
      ...(await countParts(shop, seen[columns.findIndex(({ field }) => field === 'sku')]?.cells ?? [])),
      ...(remembered && {
        remembered: { ...(marks && { marks }), ...(newParts && { newParts }), ...(values && { values }) },
      }),
    }
  } catch (error) {
    throw error instanceof BrokenCsv ? invalidField(`rows/${error.row}`, error.message) : error
  }
}

/** The row that names the columns: the first one, unless one of those below it has more names that are known. */
async function findHeadRow(parts: Iterable<string>, isHead: (cell: string) => boolean): Promise<number> {
  let [best, most, first] = [0, 0, 0]
  let read = 0
  for await (const { row, cells } of parseCsv(parts)) {
    if (first === 0) [first, best] = [row, row]
    const named = cells.filter(isHead).length
    if (named > most) [best, most] = [row, named]
    read += 1
    if (read === MOST_ABOVE) break
  }
  if (first === 0) throw invalidField('file', 'The file is empty.')
  return most >= 2 ? best : first
}

async function readCells(parts: Iterable<string>, headRow: number) {
  let heads: readonly string[] = []
  let rows = 0
  let columns: ReturnType<typeof createSeenColumn>[] = []
  for await (const { row, cells } of parseCsv(parts) as AsyncIterable<CsvRow>) {
    if (row < headRow) continue
    if (row === headRow) {
      heads = withoutBlankEnd(cells)
      columns = heads.map(createSeenColumn)
      continue
    }
    rows += 1
    for (const [index, column] of columns.entries()) column.see(cells[index] ?? '')
  }
  return { heads, rows, seen: columns.map(({ seen }) => seen()) }
}

const withoutBlankEnd = (cells: readonly string[]): string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1)

/** How many of the first part numbers the shop has. */
async function countParts({ db }: Shop, cells: readonly string[]) {
  const skus = cells.filter((cell) => cell.length <= LONGEST_SKU)
  const known = await findKnownProducts(db, skus)
  const knownParts = skus.filter((sku) => known.has(keyOf(sku))).length
  return { knownParts, unknownParts: skus.length - knownParts }
}
