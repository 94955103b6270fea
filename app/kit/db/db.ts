import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Kysely,
  PostgresAdapter,
  PostgresDialect,
  type SelectQueryNode,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  SqliteQueryCompiler,
} from 'kysely'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { ensureOwnerOnly, OWNER_ONLY, removeRightsOfOthers } from '#kit/owner-only.ts'
import { CommitKysely } from './after-commit.ts'
import { isDatabaseUnavailable, isWriteLocked } from './errors.ts'
import { MAXIMUM_PREPARED_LENGTH, MAXIMUM_STATEMENTS, openPool, poolForKysely } from './pool.ts'
import type { Schema } from './schema.ts'

/** Queries, inside a transaction or not. */
export type Db = Kysely<Schema>

/** The SQLite database in the data directory. */
export const DATABASE_FILE = 'shop.db'

export type DatabaseKind = 'sqlite' | 'postgres'

/** Which database the queries are for. */
export const kindOf = (db: Db): DatabaseKind =>
  db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'

/** The open database of one process. */
export interface Database {
  readonly kind: DatabaseKind
  readonly db: Db
  /** A replica, which can only be read and may be behind, if there is one. */
  readonly replica: Db | undefined
  /** The number of connections to the server by state, and of callers waiting for one; empty on SQLite. */
  connections(): Readonly<Record<string, number>>
  close(): Promise<void>
}

interface OpenOptions {
  readonly databaseUrl?: string | undefined
  readonly databaseReadUrl?: string | undefined
  /** How many connections to PostgreSQL, and to its replica, are opened at most. */
  readonly databasePool?: number | undefined
  readonly dataDir: string
}

/** Opens PostgreSQL when `databaseUrl` is set, else the SQLite file in the data directory. */
export function openDatabase(options: OpenOptions): Database {
  const { databaseUrl, dataDir } = options
  return databaseUrl ? openPostgres(databaseUrl, options) : openSqlite(dataDir)
}

/** How long a write waits for those of other processes, on SQLite. */
const LONGEST_WAIT_MS = 5000

function openSqlite(dataDir: string): Database {
  mkdirSync(dataDir, { recursive: true, mode: OWNER_ONLY.folder })
  const path = join(dataDir, DATABASE_FILE)
  // SQLite would make a new file readable for everyone. Its other files get the mode of this one.
  ensureOwnerOnly(path)
  for (const suffix of ['-wal', '-shm']) removeRightsOfOthers(path + suffix)
  const handle = new SQLite(path, { timeout: LONGEST_WAIT_MS })
  enableWriteAheadLog(handle)
  // The driver would wait without serving other requests; see `retryWhileLocked`.
  handle.pragma('busy_timeout = 0')
  // With `normal` a power cut could lose an acknowledged write.
  handle.pragma('synchronous = full')
  handle.pragma('foreign_keys = on')
  // Pages that most writes change are checkpointed less often; the log grows to 16 MB.
  handle.pragma('wal_autocheckpoint = 4000')
  const db = new CommitKysely<Schema>({
    dialect: new ImmediateSqliteDialect({ database: handle }),
  })
  return databaseOf(db)
}

/**
 * When two processes enable it for a new file, one fails immediately: the change upgrades a lock, which the timeout does
 * not cover. An empty transaction waits for the other process.
 */
function enableWriteAheadLog(handle: SQLite.Database): void {
  const enable = () => handle.pragma('journal_mode = wal')
  try {
    enable()
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error
    handle.exec('begin immediate; commit')
    enable()
  }
}

function openPostgres(
  databaseUrl: string,
  { databaseReadUrl, databasePool = 10 }: Omit<OpenOptions, 'dataDir'>,
): Database {
  const pool = openPool(databaseUrl, { connections: databasePool })
  const readPool =
    databaseReadUrl && openPool(databaseReadUrl, { connections: databasePool, isReadOnly: true })
  const replica = readPool ? dbOf(readPool) : undefined
  const connections = () => ({
    busy: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    'waited for': pool.waitingCount,
  })
  return databaseOf(dbOf(pool), connections, replica)
}

const dbOf = (pool: pg.Pool): Db =>
  new CommitKysely<Schema>({ dialect: new PostgresDialect({ pool: poolForKysely(pool) }) })

/** Whoever stops waits no longer for a replica that does not answer: nobody waits for what it was asked. */
const REPLICA_CLOSED_WITHIN_MS = 500

function databaseOf(
  db: Db,
  connections: Database['connections'] = () => ({}),
  replica: Db | undefined = undefined,
): Database {
  return {
    kind: kindOf(db),
    db,
    replica,
    connections,
    close: async () => {
      await db.destroy()
      if (replica) await Promise.race([replica.destroy(), pause(REPLICA_CLOSED_WITHIN_MS)])
    },
  }
}

/**
 * Kysely begins SQLite transactions deferred. Of two that read first and write later one fails with SQLITE_BUSY,
 * however long the timeout; with the write lock from the start they wait for each other instead.
 */
class ImmediateSqliteDialect extends SqliteDialect {
  readonly #database: SQLite.Database
  constructor(config: { database: SQLite.Database }) {
    super(config)
    this.#database = config.database
  }
  override createDriver(): SqliteDriver {
    return new ImmediateSqliteDriver(this.#database)
  }
  override createQueryCompiler(): SqliteQueryCompiler {
    return new LocklessSqliteCompiler()
  }
}

/** Leaves out locks of rows, which SQLite does not have: it has one writer at a time. */
class LocklessSqliteCompiler extends SqliteQueryCompiler {
  protected override visitSelectQuery(node: SelectQueryNode): void {
    super.visitSelectQuery({ ...node, endModifiers: [] })
  }
}

class ImmediateSqliteDriver extends SqliteDriver {
  readonly #database: SQLite.Database
  #connection: DatabaseConnection | undefined
  constructor(database: SQLite.Database) {
    super({ database: withPreparedStatements(database) })
    this.#database = database
  }
  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#connection ??= retryWhileLocked(this.#database, await super.acquireConnection())
    return this.#connection
  }
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
  /** SQLite rolls back by itself when the disk is full: a second rollback would fail and hide the error. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection)
  }
}

const RETRY_EVERY_MS = 1

/**
 * A connection whose writes wait for those of other processes while this one serves requests that need no query. They ask
 * every millisecond: SQLite would ask up to 100 ms later, and miss the short time between two transactions of an import for
 * seconds.
 */
function retryWhileLocked(database: SQLite.Database, connection: DatabaseConnection): DatabaseConnection {
  return {
    executeQuery: async (query) => {
      for (const startedMs = performance.now(); ; await pause(RETRY_EVERY_MS))
        try {
          return await connection.executeQuery(query)
        } catch (error) {
          // A transaction has the lock since its begin, so nothing of it is repeated.
          const isFinal = database.inTransaction || performance.now() - startedMs > LONGEST_WAIT_MS
          if (isFinal || !isWriteLocked(error)) throw error
        }
    },
    streamQuery: (...query) => connection.streamQuery(...query),
  }
}

/** SQLite for Kysely, which prepares a statement for each query: here a text is prepared once. */
function withPreparedStatements(handle: SQLite.Database): SqliteDatabase {
  const statements = new LRUCache<string, SQLite.Statement>({
    max: MAXIMUM_STATEMENTS,
    memoMethod: (text) => handle.prepare(text),
  })
  return {
    close: () => {
      statements.clear()
      handle.close()
    },
    prepare: (text) => (text.length > MAXIMUM_PREPARED_LENGTH ? handle.prepare(text) : statements.memo(text)),
  }
}
