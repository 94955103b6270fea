import { Kysely, type TransactionBuilder } from 'kysely'

const waiting = new WeakMap<object, (() => void)[]>()

/** Does something once the transaction is committed, never if it is rolled back; outside of one at once. */
export function afterCommit(trx: object, deed: () => void): void {
  const deeds = waiting.get(trx)
  if (deeds) deeds.push(deed)
  else deed()
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
