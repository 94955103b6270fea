import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, type TransactionBuilder } from 'kysely'

const pending = new WeakMap<object, (() => void)[]>()

/** Runs a callback in the async context of a request, so that its log lines have the id of that request. */
export type Context = (callback: () => void) => void

/** The async context of this call, for {@link afterCommit}. */
export const currentContext = (): Context => AsyncLocalStorage.snapshot()

/**
 * Runs a callback after the transaction has committed, never after a rollback, and outside a transaction immediately.
 * Several requests may share the transaction, so the callback runs in the context of the call unless another is given.
 */
export function afterCommit(trx: object, callback: () => void, context = currentContext()): void {
  const callbacks = pending.get(trx)
  if (callbacks) callbacks.push(() => context(callback))
  else context(callback)
}

/** A database that runs the callbacks of {@link afterCommit} after each transaction. */
export class CommitKysely<DB> extends Kysely<DB> {
  override transaction(): TransactionBuilder<DB> {
    const builder = super.transaction()
    const execute = builder.execute.bind(builder)
    builder.execute = async (work) => {
      const callbacks: (() => void)[] = []
      const result = await execute((trx) => {
        pending.set(trx, callbacks)
        return work(trx)
      })
      for (const callback of callbacks) callback()
      return result
    }
    return builder
  }
}
