import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, type TransactionBuilder } from 'kysely'
import { repeatOnConflict } from './repeat-on-conflict.ts'

const pending = new WeakMap<object, (() => void)[]>()

const notRepeated = new WeakSet<object>()

/**
 * For a transaction whose callback changes more than the database, so that it must not run twice: a deadlock fails its
 * caller.
 */
export const forbidRepeat = (trx: object): void => {
  notRepeated.add(trx)
}

/** Runs a callback after the transaction has committed, never after a rollback, and outside a transaction immediately. */
export function afterCommit(trx: object, callback: () => void): void {
  const callbacks = pending.get(trx)
  // In the context of this call, so that its log lines have the id of its request.
  if (callbacks) callbacks.push(AsyncLocalStorage.bind(callback))
  else callback()
}

/**
 * A database that runs the callbacks of {@link afterCommit} after each transaction, and that tries a transaction again
 * after a deadlock or a serialization failure. So a callback may run several times: it changes nothing but the database,
 * and what it sets outside of itself it sets at its start. What else a commit causes belongs in `afterCommit`.
 */
export class CommitKysely<DB> extends Kysely<DB> {
  override transaction(): TransactionBuilder<DB> {
    const builder = super.transaction()
    const execute = builder.execute.bind(builder)
    builder.execute = async (work) => {
      let callbacks: (() => void)[] = []
      let current: object | undefined
      const attempt = () =>
        execute((trx) => {
          current = trx
          // Without those of an attempt that was rolled back.
          callbacks = []
          pending.set(trx, callbacks)
          return work(trx)
        })
      const result = await repeatOnConflict(attempt, () => !current || !notRepeated.has(current))
      for (const callback of callbacks) callback()
      return result
    }
    return builder
  }
}
