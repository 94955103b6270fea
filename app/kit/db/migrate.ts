import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database, DatabaseKind } from './db.ts'
import type { Schema } from './schema.ts'

/** One forward-only step of the schema. A step that has landed is never edited; a new one mends it. */
export interface Migration {
  readonly name: string
  up(trx: Transaction<Schema>, kind: DatabaseKind): Promise<void>
}

interface MigrationTable {
  schema_migrations: { name: string; applied_at: number }
}

// Any number that no other advisory lock of the shop uses.
const MIGRATION_LOCK = 7_236_001

/**
 * Brings the schema up to date. The whole list runs in one transaction under a lock, so processes that start
 * together apply it once and a failing step leaves nothing behind.
 */
export async function migrate(database: Database, migrations: readonly Migration[]): Promise<void> {
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
    const applied = new Set(
      (await ledger.selectFrom('schema_migrations').select('name').execute()).map((r) => r.name),
    )
    for (const migration of migrations) {
      if (applied.has(migration.name)) continue
      await migration.up(trx, database.kind)
      await ledger
        .insertInto('schema_migrations')
        .values({ name: migration.name, applied_at: Date.now() })
        .execute()
    }
  })
}

/** Runs statements one by one: the drivers take a single statement at a time. */
export async function runStatements(trx: Transaction<Schema>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(trx)
}
