import { AsyncLocalStorage } from 'node:async_hooks'
import type { Transaction } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import type { Schema } from '#kit/db/schema.ts'

/** The database as the sign-in library is given it, and the transaction that it has open at the moment. */
export interface AuthDatabase {
  readonly db: Db
  /** To be used by what the library calls back: its open transaction, else the database itself. */
  current(): Db
}

/**
 * The library calls our hooks in the middle of its transactions and does not hand them over. A hook that wrote
 * past one would wait for itself on SQLite, which has one connection, and would outlive a rollback everywhere.
 */
export function createAuthDatabase(db: Db): AuthDatabase {
  const open = new AsyncLocalStorage<Db>()
  const transaction = () => ({
    execute: <T>(work: (trx: Transaction<Schema>) => Promise<T>): Promise<T> =>
      db.transaction().execute((trx) => open.run(trx, () => work(trx))),
  })
  const watched = new Proxy(db, {
    get: (target, name) => {
      if (name === 'transaction') return transaction
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { db: watched, current: () => open.getStore() ?? db }
}
