import { type RawBuilder, sql } from 'kysely'
import type { Db } from './db/db.ts'
import type { Schema } from './db/schema.ts'
import { idsFrom } from './id.ts'

// Small batches, so that other queries do not wait long.
const BATCH = 500

/**
 * Deletes, in batches, the rows created before that time (ms) for which `isDone` holds. Ids begin with the time of their
 * creation, so only old rows are read. `idColumn` may be the id of something else that was created no later than the row, if
 * `isDone` is the same for all rows with that id.
 */
export async function deleteOldRows(
  db: Db,
  table: keyof Schema,
  beforeMs: number,
  isDone: RawBuilder<boolean>,
  idColumn = 'id',
): Promise<void> {
  const rows = sql.table(table)
  const id = sql.ref(idColumn)
  let deleted: number
  do {
    const { numAffectedRows } = await sql`
      delete from ${rows} where ${id} in
        (select ${id} from ${rows} where ${id} < ${idsFrom(beforeMs)} and ${isDone} limit ${BATCH})`.execute(
      db,
    )
    deleted = Number(numAffectedRows)
  } while (deleted >= BATCH)
}
