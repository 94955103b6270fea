import type { Kysely, Selectable, Updateable } from 'kysely'
import type { Db } from './db.ts'
import type { Schema } from './schema.ts'

/**
 * Changes the row that still has the values that were read, its key among them, and returns it. Undefined when somebody else
 * has changed it meanwhile: of several processes that read the same, one changes it. So a process claims a row that is due
 * by moving the time at which it is due next.
 */
export async function compareAndSet<
  Table extends keyof Schema,
  Column extends keyof Selectable<Schema[Table]>,
>(
  db: Db,
  table: Table,
  read: Pick<Selectable<Schema[Table]>, Column>,
  changes: Updateable<Schema[Table]>,
): Promise<Selectable<Schema[Table]> | undefined> {
  // Kysely's types need a table that is known.
  const tables = db as unknown as Kysely<Record<string, Record<string, unknown>>>
  const changed = await tables
    .updateTable(String(table))
    .set(changes)
    .where((where) => where.and(read))
    .returningAll()
    .executeTakeFirst()
  return changed as Selectable<Schema[Table]> | undefined
}
