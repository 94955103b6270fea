import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import { callbacksSince } from '#kit/db/after-commit.ts'
import type { Db } from '#kit/db/db.ts'

/**
 * The database inside of a transaction, for functions that begin their own: each of those is a savepoint, so that all of them
 * are committed together or not at all. Those that are begun at once run one after another, each with those that it begins itself.
 */
export function nestedIn(trx: Db): Db {
  const outermost: Level = { last: Promise.resolve() }
  const levels = new AsyncLocalStorage<Level>()
  const inTurn = (work: Work<unknown>): Promise<unknown> => {
    const level = levels.getStore() ?? outermost
    const own: Level = { last: Promise.resolve() }
    const done = level.last.then(() => levels.run(own, () => inSavepoint(nested, work)))
    level.last = done.catch(() => undefined)
    return done
  }
  const nested: Db = new Proxy(trx, {
    get: (target, name) => {
      if (name === 'transaction') return () => ({ execute: inTurn })
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return nested
}

/** The savepoints of one level; a savepoint that another is in would end with it. */
interface Level {
  /** Resolves when the last one that was begun has ended. */
  last: Promise<unknown>
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
