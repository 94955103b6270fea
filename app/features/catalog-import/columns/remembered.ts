import { createHash } from 'node:crypto'
import type { Db } from '#kit/db/db.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS } from '#kit/time.ts'
import type { Reading } from '../schema.ts'
import { PROBLEM_COLUMN } from './columns.ts'
import '../tables.ts'

/** What columns mean is forgotten so long after the last file with them. */
const KEPT_MS = 730 * DAY_MS

/** The name of a row of heads, in any case. A file of wrong rows has a column more, and means the same. */
function headsKey(heads: readonly string[]): string {
  const names = heads.map((head) => head.trim().toLowerCase())
  const filled = names.slice(0, names.findLastIndex((name) => name !== '') + 1)
  const own = filled.at(-1) === PROBLEM_COLUMN ? filled.slice(0, -1) : filled
  return createHash('sha256').update(JSON.stringify(own)).digest('base64url')
}

/** What columns with these heads meant last. */
export async function findRemembered(db: Db, heads: readonly string[]): Promise<Reading | undefined> {
  const rows = db.selectFrom('import_columns').select('reading').where('heads', '=', headsKey(heads))
  const found = await rows.executeTakeFirst()
  return found && JSON.parse(found.reading)
}

/** Remembers what columns mean, for the next file with the same heads. */
export async function rememberColumns(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  heads: readonly string[],
  { headRow: _, ...reading }: Reading,
): Promise<void> {
  const row = { reading: JSON.stringify(reading), used_at: now() }
  await db
    .insertInto('import_columns')
    .values({ heads: headsKey(heads), ...row })
    .onConflict((conflict) => conflict.column('heads').doUpdateSet(row))
    .execute()
}

/** Forgets what columns meant two years after the last file with them. */
export const forgetColumns = ({ db, now }: Pick<Shop, 'db' | 'now'>) =>
  db
    .deleteFrom('import_columns')
    .where('used_at', '<', now() - KEPT_MS)
    .execute()
