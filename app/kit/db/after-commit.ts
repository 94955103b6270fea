import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, type TransactionBuilder } from 'kysely'
import { repeatOnConflict } from './repeat-on-conflict.ts'

interface Callbacks {
  readonly before: (() => Promise<unknown>)[]
  readonly after: (() => void)[]
}

/** At the transaction, not in this module: the dev server has two copies of it. */
const CALLBACKS = Symbol.for('callbacks of the transaction')

interface WithCallbacks {
  [CALLBACKS]?: Callbacks
}

const notRepeated = new WeakSet<object>()

/**
 * For a transaction whose callback changes more than the database, so that it must not run twice: a deadlock fails its
 * caller.
 */
export const forbidRepeat = (trx: object): void => {
  notRepeated.add(trx)
}

/** Runs a callback as the last of a transaction, when all else is written. */
export function beforeCommit(trx: object, callback: () => Promise<unknown>): void {
  const callbacks = (trx as WithCallbacks)[CALLBACKS]
  if (!callbacks) throw new Error('This belongs in a transaction.')
  callbacks.before.push(callback)
}

/** Runs a callback after the transaction has committed, never after a rollback, and outside a transaction immediately. */
export function afterCommit(trx: object, callback: () => void): void {
  const callbacks = (trx as WithCallbacks)[CALLBACKS]
  // In the context of this call, so that its log lines have the id of its request.
  if (callbacks) callbacks.after.push(AsyncLocalStorage.bind(callback))
  else callback()
}

/** Returns a function that drops the callbacks which were added since: what they belong to is rolled back, the rest is not. */
export function callbacksSince(trx: object): () => void {
  const callbacks = (trx as WithCallbacks)[CALLBACKS]
  const [before, after] = [callbacks?.before.length, callbacks?.after.length]
  return () => {
    callbacks?.before.splice(before ?? 0)
    callbacks?.after.splice(after ?? 0)
  }
}

/**
 * A database that runs the callbacks of {@link beforeCommit} and {@link afterCommit} for each transaction, and that tries a
 * transaction again after a deadlock or a serialization failure. So a callback may run several times: it changes nothing but the
 * database, and what it sets outside of itself it sets at its start. What else a commit causes belongs in `afterCommit`.
 */
export class CommitKysely<DB> extends Kysely<DB> {
  override transaction(): TransactionBuilder<DB> {
    const builder = super.transaction()
    const execute = builder.execute.bind(builder)
    builder.execute = async (work) => {
      let callbacks: Callbacks = { before: [], after: [] }
      let current: object | undefined
      const attempt = () =>
        execute(async (trx) => {
          current = trx
          // Without those of an attempt that was rolled back.
          callbacks = { before: [], after: [] }
          Object.assign(trx, { [CALLBACKS]: callbacks })
          const result = await work(trx)
          for (const callback of callbacks.before) await callback()
          return result
        })
      const result = await repeatOnConflict(attempt, () => !current || !notRepeated.has(current))
      for (const callback of callbacks.after) callback()
      return result
    }
    return builder
  }
}
