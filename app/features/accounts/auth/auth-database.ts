import { AsyncLocalStorage } from 'node:async_hooks'
import type { Transaction } from 'kysely'
import { forbidRepeat } from '#kit/db/after-commit.ts'
import type { Db } from '#kit/db/db.ts'
import type { Schema } from '#kit/db/schema.ts'

/** The database of the sign-in library, and the transaction that the library has open. */
export interface AuthDatabase {
  readonly db: Db
  /** For the library's callbacks: its open transaction, else the database itself. */
  current(): Db
}

/**
 * The library calls the shop's hooks inside its transactions and does not pass the transaction. A write outside it
 * would deadlock on SQLite, which has one connection, and would not be rolled back with it.
 */
export function createAuthDatabase(db: Db): AuthDatabase {
  const open = new AsyncLocalStorage<Db>()
  const transaction = () => ({
    execute: <T>(work: (trx: Transaction<Schema>) => Promise<T>): Promise<T> =>
      db.transaction().execute((trx) => {
        // The library collects what it does after the commit outside of its callbacks. They lock no rows of others.
        forbidRepeat(trx)
        return open.run(trx, () => work(trx))
      }),
  })
  const tracked = new Proxy(db, {
    get: (target, name) => {
      if (name === 'transaction') return transaction
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { db: tracked, current: () => open.getStore() ?? db }
}
