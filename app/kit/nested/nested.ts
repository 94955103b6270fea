import { sql } from 'kysely'
import { callbacksSince } from '#kit/db/after-commit.ts'
import type { Db } from '#kit/db/db.ts'

/**
 * The database inside of a transaction, for functions that begin their own: each of those is a savepoint, so that all of them
 * are committed together or not at all. They run one after another.
 */
export function nestedIn(trx: Db): Db {
  const nested: Db = new Proxy(trx, {
    get: (target, name) => {
      if (name === 'transaction')
        return () => ({ execute: (work: Work<unknown>) => inSavepoint(nested, work) })
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return nested
}

type Work<Result> = (trx: Db) => Promise<Result>

async function inSavepoint<Result>(trx: Db, work: Work<Result>): Promise<Result> {
  const dropCallbacks = callbacksSince(trx)
  await sql`savepoint nested`.execute(trx)
  try {
    const result = await work(trx)
    await sql`release savepoint nested`.execute(trx)
    return result
  } catch (error) {
    dropCallbacks()
    await sql`rollback to savepoint nested`.execute(trx)
    await sql`release savepoint nested`.execute(trx)
    throw error
  }
}
