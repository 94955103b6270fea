import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database, DatabaseKind } from './db.ts'
import type { Schema } from './schema.ts'

/** One forward-only step of the schema. A step that landed is never edited; a new step corrects it. */
export interface Migration {
  readonly name: string
  /** Of its source, stored where it was applied: see docs/decisions/0002-two-databases.md. */
  readonly checksum?: string | undefined
  /**
   * The steps that it stands for, with their checksums. A database that has all of them has it; in one that it makes they are
   * recorded in its place, so that both are the same: see docs/decisions/0066-baseline.md.
   */
  readonly folded?: Readonly<Record<string, string | undefined>>
  /** The backfill that must have filled all rows of its table, and the release that has it: see docs/releases.md. */
  readonly needs?: { readonly backfill: string; readonly table: string; readonly release: string }
  /**
   * Tables with many rows that it changes, and that the steps which came with it change, in the sequence in which the shop locks them.
   * They are locked before it: one after the other, each when a statement needs it, would wait for a shop that waits for them.
   */
  readonly locks?: readonly string[]
  up(trx: Transaction<Schema>, kind: DatabaseKind): Promise<void>
}

interface MigrationTable {
  schema_migrations: { name: string; applied_at: number }
  schema_checksums: { name: string; checksum: string }
}

/** PostgreSQL's lock of whoever changes the schema. Any number that no other advisory lock of the shop uses. */
export const MIGRATION_LOCK = 7_236_001

const REFUSALS = {
  older:
    'The database was made by a version before the first release. Its tables cannot be brought up to date: start with an empty data directory (DATA_DIR) or an empty database (DATABASE_URL).',
  newer:
    'The database was made by a newer release. Start that release, or restore a backup that was made by this one.',
  unfinished:
    'The database was last started by a release that this one cannot bring up to date. Nothing was changed. Take two steps: start the last release that has the file migrations/0035-landed-forms.ts on it once, then this one (docs/operations.md, "Several processes, and a new release").',
}

/** What a database records of a migration, by name, with the checksums. */
const recordOf = ({ name, checksum, folded }: Migration): Readonly<Record<string, string | undefined>> =>
  folded ?? { [name]: checksum }

const recordsOf = (migrations: readonly Migration[]): Readonly<Record<string, string | undefined>> =>
  Object.assign({}, ...migrations.map(recordOf))

/** The names that a database with these migrations has recorded. */
export const stepNames = (migrations: readonly Migration[]): readonly string[] =>
  Object.keys(recordsOf(migrations))

/**
 * Why this release cannot use a database. It has steps which are not in the list: `newer` if it has all known steps too, else
 * `older`, from before the first release. `unfinished`: it has some of the steps that one migration stands for. Undefined otherwise.
 */
export function otherOrigin(
  applied: readonly string[],
  migrations: readonly Migration[],
): 'older' | 'newer' | 'unfinished' | undefined {
  const known = stepNames(migrations)
  if (applied.every((name) => known.includes(name))) {
    const isPart = (names: readonly string[]) =>
      names.some((name) => applied.includes(name)) && !names.every((name) => applied.includes(name))
    return migrations.some((migration) => isPart(stepNames([migration]))) ? 'unfinished' : undefined
  }
  return known.every((name) => applied.includes(name)) ? 'newer' : 'older'
}

/** The steps that a database has still to get; throws when this release cannot use it. Changes nothing. */
export async function findPendingSteps(
  { db }: Pick<Database, 'db'>,
  migrations: readonly Migration[],
): Promise<readonly string[]> {
  const ledger = db as unknown as Kysely<MigrationTable>
  const applied = (await ledger.selectFrom('schema_migrations').select('name').execute()).map(
    ({ name }) => name,
  )
  const origin = otherOrigin(applied, migrations)
  if (origin) throw new Error(REFUSALS[origin])
  await refuseChangedSteps(ledger, migrations)
  return stepNames(migrations).filter((name) => !applied.includes(name))
}

const changedRefusal = (names: readonly string[]): string =>
  `The schema of the database was made by other forms of these steps than this release has: ${names.join(', ')}. A step is never edited after it was applied. Start the release that made it; a database for development can be deleted.`

/**
 * Migrates the schema. The whole list runs in one transaction under a lock, so processes that start
 * together apply it once, and a failing step changes nothing. A database with unknown steps is refused, and one with steps
 * that have another checksum now.
 */
export async function migrate(
  database: Pick<Database, 'kind' | 'db'>,
  migrations: readonly Migration[],
): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    if (database.kind === 'postgres') {
      // A large table takes its time.
      await sql`set local statement_timeout = 0`.execute(trx)
      await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(trx)
    }
    const ledger = trx as unknown as Kysely<MigrationTable>
    await sql`create table if not exists schema_migrations (name text primary key, applied_at bigint not null)`.execute(
      trx,
    )
    const applied = (await ledger.selectFrom('schema_migrations').select('name').execute()).map(
      ({ name }) => name,
    )
    const origin = otherOrigin(applied, migrations)
    if (origin) throw new Error(REFUSALS[origin])
    await refuseChangedSteps(ledger, migrations)
    for (const migration of migrations) {
      const names = stepNames([migration])
      if (names.every((name) => applied.includes(name))) continue
      await refuseUnfilled(trx, migration)
      if (migration.locks && database.kind === 'postgres') await lockTables(trx, migration.locks)
      await migration.up(trx, database.kind)
      await ledger
        .insertInto('schema_migrations')
        .values(names.map((name) => ({ name, applied_at: Date.now() })))
        .execute()
    }
    await storeChecksums(ledger, migrations)
  })
}

/** So long a shop that runs waits at most behind a migration that waits for a table; then it goes on, and the lock is tried again. */
const LOCK_WAIT_MS = 2000
const BETWEEN_LOCKS_MS = 1000
const LOCKS_TRIED = 40

/** What PostgreSQL says of a lock that was waited for too long, and of transactions that waited for each other. */
const NOT_LOCKED: readonly unknown[] = ['55P03', '40P01']

/** Locks tables of PostgreSQL until the transaction ends, all or none of them. */
async function lockTables(trx: Transaction<Schema>, tables: readonly string[]): Promise<void> {
  const names = sql.join(tables.map((table) => sql.table(table)))
  for (let tried = 1; ; tried += 1) {
    await sql`savepoint before_locks`.execute(trx)
    try {
      await sql.raw(`set local lock_timeout = ${LOCK_WAIT_MS}`).execute(trx)
      await sql`lock table ${names} in access exclusive mode`.execute(trx)
      await sql`set local lock_timeout to default`.execute(trx)
      return
    } catch (error) {
      await sql`rollback to savepoint before_locks`.execute(trx)
      const isBusy = error instanceof Error && 'code' in error && NOT_LOCKED.includes(error.code)
      if (!isBusy || tried === LOCKS_TRIED) throw error
      await sleep(BETWEEN_LOCKS_MS)
    }
  }
}

/** Without rows there is nothing to fill: a new database gets all steps at once. */
async function refuseUnfilled(trx: Transaction<Schema>, { needs }: Migration): Promise<void> {
  if (!needs) return
  const { rows: found } = await sql`select 1 from ${sql.table(needs.table)} limit 1`.execute(trx)
  if (found.length === 0) return
  const { rows } = await sql<{ finished_at: number | null; rows_left: number }>`
    select finished_at, rows_left from backfills where name = ${needs.backfill}`.execute(trx)
  if (rows[0] && rows[0].finished_at !== null) return
  const left = rows[0] ? `${rows[0].rows_left} are left` : 'none was filled yet'
  throw new Error(
    `The table ${needs.table} has rows that release ${needs.release} fills while it serves (${needs.backfill}): ${left}. Nothing was changed. Start release ${needs.release}, wait until /readyz on its machine no longer says that old rows are filled, and then start this one (docs/releases.md).`,
  )
}

async function refuseChangedSteps(
  ledger: Kysely<MigrationTable>,
  migrations: readonly Migration[],
): Promise<void> {
  await sql`create table if not exists schema_checksums (name text primary key, checksum text not null)`.execute(
    ledger,
  )
  const stored = await ledger.selectFrom('schema_checksums').selectAll().execute()
  const known = recordsOf(migrations)
  const changed = stored.filter(({ name, checksum }) => known[name] !== checksum)
  if (changed.length > 0) throw new Error(changedRefusal(changed.map(({ name }) => name).sort()))
}

/** Databases from before there were checksums get those of today. */
async function storeChecksums(
  ledger: Kysely<MigrationTable>,
  migrations: readonly Migration[],
): Promise<void> {
  const rows = Object.entries(recordsOf(migrations)).flatMap(([name, checksum]) =>
    checksum ? [{ name, checksum }] : [],
  )
  if (rows.length === 0) return
  await ledger
    .insertInto('schema_checksums')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The names of types and table options in each database, for the statements of a migration. */
export function typesOf(kind: DatabaseKind) {
  return kind === 'sqlite'
    ? // STRICT makes SQLite check types as PostgreSQL does. `without rowid` keeps rows sorted by their key.
      { bigint: 'integer', bytes: 'blob', strict: 'strict', clustered: 'strict, without rowid' }
    : { bigint: 'bigint', bytes: 'bytea', strict: '', clustered: '' }
}

/** Runs statements one by one: the drivers take a single statement at a time. */
export async function runStatements(trx: Transaction<Schema>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(trx)
}
