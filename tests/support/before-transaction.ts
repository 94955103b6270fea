import type { Db } from '#kit/db/db.ts'

/** The database, on which `work` runs once before the next transaction begins: what happens between reading and writing. */
export function beforeTransaction<Database extends Db>(db: Database, work: () => Promise<unknown>): Database {
  let isDone = false
  return new Proxy(db, {
    get: (target, key) => {
      const value = Reflect.get(target, key, target)
      if (typeof value !== 'function') return value
      if (key !== 'transaction' || isDone) return value.bind(target)
      return () => ({
        execute: async (transaction: Parameters<ReturnType<Db['transaction']>['execute']>[0]) => {
          isDone = true
          await work()
          return target.transaction().execute(transaction)
        },
      })
    },
  })
}
