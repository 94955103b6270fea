import type SQLite from 'better-sqlite3'
import type { SqliteDatabase } from 'kysely'
import { LRUCache } from 'lru-cache'

const MAXIMUM_STATEMENTS = 300

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
