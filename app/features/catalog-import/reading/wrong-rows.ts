import { csvAnswer } from '#kit/csv/csv-answer.ts'
import type { Shop } from '#kit/shop.ts'
import { PROBLEM_COLUMN } from '../columns/columns.ts'
import { readingOf } from '../columns/stored-reading.ts'
import { findImport } from '../records/imports.ts'
import type { RowError } from './read-cells.ts'
import { readStoredCells } from './stored-cells.ts'

const ROWS_AT_ONCE = 500

/**
 * The wrong rows of an import as a CSV file that can be imported again, with a column that says what is wrong. Cells beyond
 * the last column follow it, so that the row stays wrong.
 */
export async function exportWrongRows({ db, log }: Shop, id: string): Promise<Response> {
  const { names, columns } = readingOf(await findImport(db, id))
  async function* wrongRows() {
    for (let after = 0; ; ) {
      const rows = await db
        .selectFrom('import_rows')
        .select(['row', 'cells', 'errors'])
        .where('import_id', '=', id)
        .where('kind', '=', 'wrong')
        .where('row', '>', after)
        .orderBy('row')
        .limit(ROWS_AT_ONCE)
        .execute()
      yield rows.map(({ row, cells, errors }) => {
        const given = readStoredCells(cells, columns)
        return [...given.cells.values(), problemOf(row, JSON.parse(errors)), ...given.extra]
      })
      after = rows.at(-1)?.row ?? 0
      if (rows.length < ROWS_AT_ONCE) return
    }
  }
  return csvAnswer('wrong-rows.csv', [...names, PROBLEM_COLUMN], wrongRows(), log)
}

const problemOf = (row: number, errors: readonly RowError[]): string =>
  `Row ${row}: ${errors.map(({ column, detail }) => `${column}: ${detail}`).join(' ')}`
