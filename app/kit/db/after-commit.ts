import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, type TransactionBuilder } from 'kysely'

const waiting = new WeakMap<object, (() => void)[]>()

/**
 * Does something once the transaction is committed, never if it is rolled back; outside of one at once. It is done
 * in the context of the call, which may be one request of several that share the transaction.
 */
export function afterCommit(trx: object, deed: () => void): void {
  const deeds = waiting.get(trx)
  if (deeds) deeds.push(AsyncLocalStorage.bind(deed))
  else deed()
}

/** Stands beside a savepoint: the result, for its rollback, forgets what was put off since. */
export function deedSavepoint(trx: object): () => void {
  const deeds = waiting.get(trx) ?? []
  const before = deeds.length
  return () => {
    deeds.length = before
  }
}

/** A database whose transactions do what was put off by {@link afterCommit}. */
export class CommitKysely<DB> extends Kysely<DB> {
  override transaction(): TransactionBuilder<DB> {
    const builder = super.transaction()
    const execute = builder.execute.bind(builder)
    builder.execute = async (work) => {
      const deeds: (() => void)[] = []
      const result = await execute((trx) => {
        waiting.set(trx, deeds)
        return work(trx)
      })
      for (const deed of deeds) deed()
      return result
    }
    return builder
  }
}
