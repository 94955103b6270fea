import type { StoredImport } from '../records/imports.ts'
import type { Reading } from '../schema.ts'
import { columnsOf } from './columns.ts'

/** What was said of the columns of an import: `fields` are those of the used columns, in their sequence. */
export interface StoredReading extends Pick<Reading, 'marks' | 'newParts' | 'values'> {
  readonly fields: readonly string[]
}

export const toStored = (reading: Reading | undefined, fields: readonly string[]): StoredReading | null => {
  if (!reading) return null
  const { columns: _, headRow: __, ...said } = reading
  return { ...said, fields }
}

/** The columns of a stored import: their names in the file, and what they mean. */
export function readingOf({ columns, reading }: Pick<StoredImport, 'columns' | 'reading'>) {
  const names = JSON.parse(columns) as string[]
  const stored = reading === null ? null : (JSON.parse(reading) as StoredReading)
  return { names, reading: stored, columns: stored?.fields ?? columnsOf(names) }
}

/** A file without names changes parts that there are: no part can be added by it. */
export const defaultFor = (columns: readonly string[]): 'add' | 'refuse' =>
  columns.includes('name') ? 'add' : 'refuse'
