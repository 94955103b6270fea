import { type Progress, writeProgress } from './marks.ts'
import type { MovedTable } from './plan.ts'
import { keyOf, keyText, type MovedRow, type Side, type Target } from './side.ts'
import { type Checksum, startChecksum } from './values.ts'

/** How much is in memory at a time, about. */
const CHUNK_BYTES = 4_000_000

const ROWS_AT_FIRST = 16

const ROWS_AT_MOST = 2000

/** All rows of a table that is written at once. */
const ALL_ROWS = 1_000_000

const bytesOf = (rows: readonly MovedRow[]): number =>
  rows.reduce((sum, row) => sum + row.reduce((bytes, value) => bytes + (value?.length ?? 0) + 8, 0), 0)

/** The rows of a table after a key, in chunks of a limited size. */
async function* chunksOf(
  side: Side,
  table: MovedTable,
  after?: MovedRow,
): AsyncGenerator<readonly MovedRow[]> {
  let limit = table.namesItself ? ALL_ROWS : ROWS_AT_FIRST
  for (let last = after; ; ) {
    const rows = await side.read(table, last, limit)
    const end = rows.at(-1)
    if (!end) return
    yield rows
    if (rows.length < limit) return
    last = keyOf(table, end)
    const fitting = Math.floor((CHUNK_BYTES * rows.length) / bytesOf(rows))
    limit = Math.max(1, Math.min(fitting, 4 * limit, ROWS_AT_MOST))
  }
}

/** Copies a table from where it ended the last time; resolves to the number of rows that were written now. */
export async function copyTable(
  source: Side,
  target: Target,
  table: MovedTable,
  { id, progress }: { readonly id: string; readonly progress: Progress },
): Promise<number> {
  const done = progress[table.name]
  if (done === true) return 0
  let copied = 0
  for await (const rows of chunksOf(source, table, done)) {
    await writeChunk(target, table, rows, { id, progress })
    copied += rows.length
  }
  await writeProgress(target.db, id, { ...progress, [table.name]: true })
  return copied
}

/** Writes a chunk with its progress. When the database refuses it, row by row, to say which one it is. */
async function writeChunk(
  target: Target,
  table: MovedTable,
  rows: readonly MovedRow[],
  { id, progress }: { readonly id: string; readonly progress: Progress },
): Promise<void> {
  const [last] = rows.slice(-1)
  if (!last) return
  const key = keyOf(table, last).map((value) => (value === null ? null : String(value)))
  try {
    await target.db.transaction().execute(async (trx) => {
      await target.write(table, rows)
      await writeProgress(trx, id, { ...progress, [table.name]: key })
    })
  } catch (error) {
    if (!target.isAboutRows(error)) throw error
    if (rows.length === 1) throw new Error(`${keyText(table, last)}: ${(error as Error).message}`)
    if (table.namesItself) throw error
    for (const row of rows) await writeChunk(target, table, [row], { id, progress })
  }
}

/** The rows of a table as they are now. */
export async function checksumOf(side: Side, table: MovedTable): Promise<Checksum> {
  const checksum = startChecksum()
  for await (const rows of chunksOf(side, table)) for (const row of rows) checksum.add(row)
  return checksum.end()
}
