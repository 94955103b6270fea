import { sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import { idsFrom } from '#kit/id.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS } from '#kit/time.ts'
import '../tables.ts'

/** Imports are kept so long after their upload, and can be undone. */
const KEPT_MS = 90 * DAY_MS

const ROWS_AT_ONCE = 500

const IMPORTS_AT_ONCE = 100

/** Deletes imports after 90 days, and at once those that were compared again: 100 at most, in small batches. */
export async function deleteOldImports({ db, now }: Shop): Promise<void> {
  const old = db
    .selectFrom('imports')
    .select('id')
    .where('worker', 'is', null)
    .where((where) => where.or([where('state', '=', 'replaced'), where('id', '<', idsFrom(now() - KEPT_MS))]))
    .limit(IMPORTS_AT_ONCE)
  // From now on nobody finds them, so nobody applies or undoes one whose rows are being deleted.
  const marked = await db
    .updateTable('imports')
    .set({ state: 'replaced' })
    .where('id', 'in', old)
    .where('worker', 'is', null)
    .returning('id')
    .execute()
  for (const { id } of marked) await discardImport(db, id)
}

/** Deletes an import that nobody can find. */
export async function discardImport(db: Db, id: string): Promise<void> {
  await deleteRowsOf(db, id)
  await db.deleteFrom('imports').where('id', '=', id).execute()
}

async function deleteRowsOf(db: Db, id: string): Promise<void> {
  let deleted: number
  do {
    const { numAffectedRows } = await sql`
      delete from import_rows where import_id = ${id} and row in
        (select row from import_rows where import_id = ${id} limit ${ROWS_AT_ONCE})`.execute(db)
    deleted = Number(numAffectedRows)
  } while (deleted === ROWS_AT_ONCE)
}
