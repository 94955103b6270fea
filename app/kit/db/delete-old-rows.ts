import { type RawBuilder, sql } from 'kysely'
import { idsFrom } from '#kit/id.ts'
import type { Db } from './db.ts'
import type { Schema } from './schema.ts'

// Few enough at once that nobody else waits long for the database.
const BATCH = 500

/**
 * Deletes rows that were made before that time (ms) and are done with, a batch at a time. Ids begin with the time that
 * they were made at, so only old rows are read.
 */
export async function deleteOldRows(
  db: Db,
  table: keyof Schema,
  beforeMs: number,
  isDone: RawBuilder<boolean>,
): Promise<void> {
  const rows = sql.table(table)
  let deleted: number
  do {
    const { numAffectedRows } = await sql`
      delete from ${rows} where id in
        (select id from ${rows} where id < ${idsFrom(beforeMs)} and ${isDone} limit ${BATCH})`.execute(db)
    deleted = Number(numAffectedRows)
  } while (deleted === BATCH)
}
