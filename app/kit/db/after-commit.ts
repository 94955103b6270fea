import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, type TransactionBuilder } from 'kysely'

const waiting = new WeakMap<object, (() => void)[]>()

/** Runs something as the request does whose context it is: what is logged carries that request's id. */
export type Context = (deed: () => void) => void

/** The context of this call, for {@link afterCommit}. */
export const currentContext = (): Context => AsyncLocalStorage.snapshot()

/**
 * Does something once the transaction is committed, never if it is rolled back; outside of one at once. It is done
 * in the context of the call unless another is given: several requests may share the transaction.
 */
export function afterCommit(trx: object, deed: () => void, context = currentContext()): void {
  const deeds = waiting.get(trx)
  if (deeds) deeds.push(() => context(deed))
  else context(deed)
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
