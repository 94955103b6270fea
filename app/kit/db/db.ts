import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Kysely,
  PostgresDialect,
  SqliteDialect,
  SqliteDriver,
  sql,
} from 'kysely'
import pg from 'pg'
import { ensureOwnerOnly, OWNER_ONLY, tightenMode } from '#kit/owner-only.ts'
import { CommitKysely } from './after-commit.ts'
import { isDatabaseUnavailable } from './errors.ts'
import type { Schema } from './schema.ts'

/** Queries, inside a transaction or not. */
export type Db = Kysely<Schema>

/** The SQLite database in the data directory. */
export const DATABASE_FILE = 'shop.db'

export type DatabaseKind = 'sqlite' | 'postgres'

/** The open database of one process. */
export interface Database {
  readonly kind: DatabaseKind
  readonly db: Db
  /** Resolves while the database answers, rejects otherwise. */
  ping(): Promise<void>
  /** Connections to a server by state, and callers that wait for one; nothing of the kind on SQLite. */
  connections(): Readonly<Record<string, number>>
  close(): Promise<void>
}

// PostgreSQL hands out bigint, count and sum as strings; all of ours fit a safe integer by their checks.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)

/** Opens PostgreSQL when an address is given, else the SQLite file in the data directory. */
export function openDatabase(options: { databaseUrl?: string | undefined; dataDir: string }): Database {
  return options.databaseUrl ? openPostgres(options.databaseUrl) : openSqlite(options.dataDir)
}

function openSqlite(dataDir: string): Database {
  mkdirSync(dataDir, { recursive: true, mode: OWNER_ONLY.folder })
  const path = join(dataDir, DATABASE_FILE)
  // Before SQLite opens it: by itself it lets everyone read a new file. The others it makes with the rights of this.
  ensureOwnerOnly(path)
  for (const beside of ['-wal', '-shm']) tightenMode(path + beside)
  const handle = new SQLite(path, { timeout: 5000 })
  writeAhead(handle)
  // An acknowledged write has to outlive a power cut, which `normal` does not promise.
  handle.pragma('synchronous = full')
  handle.pragma('foreign_keys = on')
  // Pages that most writes change are copied back once for more of them; the log grows to 16 MB.
  handle.pragma('wal_autocheckpoint = 4000')
  const db = new CommitKysely<Schema>({
    dialect: new ImmediateSqliteDialect({ database: handle }),
  })
  return handleOf('sqlite', db)
}

/**
 * Of two processes that turn it on for a new file one is refused at once: the timeout is for a lock's first step, and
 * this upgrades one. An empty transaction waits for the other process.
 */
function writeAhead(handle: SQLite.Database): void {
  const turnOn = () => handle.pragma('journal_mode = wal')
  try {
    turnOn()
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error
    handle.exec('begin immediate; commit')
    turnOn()
  }
}

function openPostgres(databaseUrl: string): Database {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 16,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 15_000,
    // Compiling a plan, or sharing it among processes, takes longer than running any of the shop's.
    options: '-c jit=off -c max_parallel_workers_per_gather=0',
    idle_in_transaction_session_timeout: 15_000,
    onConnect: readAhead,
  })
  // Without listeners the loss of a connection would end the process, of an idle one and of one in use. Whoever used
  // it is told by the query that fails.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new CommitKysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  return handleOf('postgres', db, () => ({
    busy: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    'waited for': pool.waitingCount,
  }))
}

/**
 * Rows that lie far apart are asked of the disk sixteen at a time, as PostgreSQL 18 does by itself: waited for one after
 * another, the thousand of a search take twice as long. Servers on systems that cannot read ahead refuse, which is no
 * reason to do without them.
 */
async function readAhead(client: pg.ClientBase): Promise<void> {
  await client.query('set effective_io_concurrency = 16').catch(() => undefined)
}

function handleOf(kind: DatabaseKind, db: Db, connections: Database['connections'] = () => ({})): Database {
  return {
    kind,
    db,
    connections,
    ping: async () => {
      await sql`select 1`.execute(db)
    },
    close: () => db.destroy(),
  }
}

/**
 * Kysely begins SQLite transactions deferred. Two of them that read first and write later cannot both go on
 * and one fails busy, however long the timeout; taking the write lock at once makes them queue instead.
 */
class ImmediateSqliteDialect extends SqliteDialect {
  readonly #database: SQLite.Database
  constructor(config: { database: SQLite.Database }) {
    super(config)
    this.#database = config.database
  }
  override createDriver(): SqliteDriver {
    return new ImmediateSqliteDriver({ database: this.#database })
  }
}

class ImmediateSqliteDriver extends SqliteDriver {
  readonly #database: SQLite.Database
  constructor(config: { database: SQLite.Database }) {
    super(config)
    this.#database = config.database
  }
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
  /** A full disk ends a transaction by itself: a second end would fail and hide why. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection)
  }
}
