import { sql } from 'kysely'
import { type Database, type Db, openDatabase } from '#kit/db/db.ts'
import './tables.ts'

/** Where a backup lies: a copy beside the shop does not outlive its machine. */
export const BACKUP_PLACES = ['here', 'elsewhere'] as const

export type BackupPlace = (typeof BACKUP_PLACES)[number]

/** By how much two machines may differ: what lies further ahead was said by a wrong clock. */
const CLOCKS_DIFFER_MS = 300_000

/** When the newest good backup of each place was begun; without one it is missing. */
export async function readLastBackups(db: Db): Promise<ReadonlyMap<BackupPlace, number>> {
  const rows = await db.selectFrom('last_backups').select(['place', 'made_at']).execute()
  return new Map(rows.map(({ place, made_at }) => [place, made_at]))
}

/**
 * When PostgreSQL archived the last piece of its log (ms); 0 when it has not yet archived one, undefined when it archives none.
 */
export async function readLastArchived(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ ms: number | null }>`
    select extract(epoch from last_archived_time)::float8 * 1000 as ms from pg_stat_archiver
      where current_setting('archive_mode') <> 'off'`.execute(db)
  return rows[0] && (rows[0].ms ?? 0)
}

/** Records a backup that succeeded. A later one that is known already stays, unless a clock that was ahead said when it was. */
export async function recordBackup(db: Db, place: BackupPlace, madeAt: number): Promise<void> {
  await db
    .insertInto('last_backups')
    .values({ place, made_at: madeAt })
    .onConflict((conflict) =>
      conflict
        .column('place')
        .doUpdateSet({ made_at: madeAt })
        .where(({ eb, or }) =>
          or([
            eb('last_backups.made_at', '<', madeAt),
            eb('last_backups.made_at', '>', Date.now() + CLOCKS_DIFFER_MS),
          ]),
        ),
    )
    .execute()
}

/**
 * As {@link recordBackup}, in the database that the configuration names. False, and nothing is recorded, while its shop is of an
 * earlier release, as it is at the backup before a new one.
 */
export async function recordBackupIn(
  location: Parameters<typeof openDatabase>[0],
  place: BackupPlace,
  madeAt: number,
): Promise<boolean> {
  const database = openDatabase(location)
  try {
    if (!(await hasTable(database))) return false
    await recordBackup(database.db, place, madeAt)
    return true
  } finally {
    await database.close()
  }
}

const hasTable = async ({ db }: Database): Promise<boolean> =>
  (await db.introspection.getTables()).some(({ name }) => name === 'last_backups')
