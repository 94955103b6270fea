import type SQLite from 'better-sqlite3'
import type { PostgresPool, PostgresPoolClient, SqliteDatabase } from 'kysely'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { repeatOnConflict } from './repeat-on-conflict.ts'
import { limitSilence } from './silent-connections.ts'

/** The maximum number of prepared statements, on PostgreSQL by connection. */
const MAXIMUM_STATEMENTS = 300

/** The status of a connection of PostgreSQL without a transaction. */
const IDLE = 'I'

/** Longer texts are rarely repeated: an `insert` has its own text for each number of rows. */
const MAXIMUM_LENGTH = 4000

/** SQLite for Kysely, which prepares a statement for each query: here a text is prepared once. */
export function withPreparedStatements(handle: SQLite.Database): SqliteDatabase {
  const statements = new LRUCache<string, SQLite.Statement>({
    max: MAXIMUM_STATEMENTS,
    memoMethod: (text) => handle.prepare(text),
  })
  return {
    close: () => {
      statements.clear()
      handle.close()
    },
    prepare: (text) => (text.length > MAXIMUM_LENGTH ? handle.prepare(text) : statements.memo(text)),
  }
}

/**
 * A pool for Kysely whose writes are named, so that each connection of PostgreSQL parses and plans them once. Queries are
 * not: the best plan of a search depends on its words. A statement outside of a transaction is one by itself, so it is
 * tried again after a deadlock as transactions are.
 */
export function withNamedWrites(pool: pg.Pool, silence = limitSilence(pool)): PostgresPool {
  const names = new Map<string, string>()
  const nameOf = (text: string): string | undefined => {
    if (text.length > MAXIMUM_LENGTH || !/^\s*(insert|update) /.test(text)) return undefined
    if (!names.has(text) && names.size < MAXIMUM_STATEMENTS) names.set(text, `write ${names.size}`)
    return names.get(text)
  }
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect()
      const send = (text: string, values: unknown[]) =>
        silence.wait(client, text, client.query({ name: nameOf(text), text, values }))
      const query = (text: string, values: unknown[]) =>
        client.getTransactionStatus() === IDLE
          ? repeatOnConflict(() => send(text, values))
          : send(text, values)
      const release = (destroy?: boolean) => {
        silence.release(client)
        client.release(destroy)
      }
      return { query, release } as Pick<PostgresPoolClient, 'release'> as PostgresPoolClient
    },
    end: () => pool.end(),
  }
}
