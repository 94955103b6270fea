import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { deedSavepoint } from './after-commit.ts'
import type { Db } from './db.ts'

/** More than that in one transaction would keep the first of them waiting for the last. */
const MAXIMUM_GROUP = 64

/**
 * Does the work in a transaction that it may share with others of its lane, and resolves or rejects as the work
 * did, after the commit. Work that throws leaves nothing behind and takes no other with it.
 */
export type GroupCommit = <Result>(lane: string, work: (trx: Db) => Promise<Result>) => Promise<Result>

/** One caller that waits for its work to be done: what came of it is told after the commit. */
interface Waiting {
  attempt(trx: Db): Promise<Outcome>
  refuse(error: unknown): void
}

interface Outcome {
  readonly isDone: boolean
  tell(): void
}

/**
 * Commits the work that waits at the same moment in one transaction: one sync to the disk then serves many callers,
 * and each hears only after it. Each piece of work has a savepoint of its own; when the commit fails, all are
 * refused. The lanes go side by side where the database lets them; those who would wait for the same row belong in
 * one lane. `beforeCommit` is the last statement of each transaction in which something was done.
 */
export function createGroupCommit(db: Db, beforeCommit: (trx: Db) => Promise<void>): GroupCommit {
  const lanes = new Map<string, Waiting[]>()

  const workOff = async (lane: string, queue: Waiting[]): Promise<void> => {
    while (queue.length > 0) {
      // Requests that are read in the same turn of the event loop get into the same transaction.
      await setImmediate()
      await commitTogether(db, queue.splice(0, MAXIMUM_GROUP), beforeCommit)
    }
    lanes.delete(lane)
  }

  return (lane, work) =>
    new Promise((resolve, reject) => {
      const waiting: Waiting = {
        // In the context of its own request, whichever of them opened the transaction.
        attempt: AsyncLocalStorage.bind((trx: Db) => inSavepoint(trx, work, resolve, reject)),
        refuse: reject,
      }
      const queue = lanes.get(lane)
      if (queue) {
        queue.push(waiting)
        return
      }
      const fresh = [waiting]
      lanes.set(lane, fresh)
      void workOff(lane, fresh)
    })
}

/** Never rejects: whatever happens, each caller is told. */
async function commitTogether(
  db: Db,
  group: readonly Waiting[],
  beforeCommit: (trx: Db) => Promise<void>,
): Promise<void> {
  const outcomes: Outcome[] = []
  try {
    await db.transaction().execute(async (trx) => {
      for (const { attempt } of group) outcomes.push(await attempt(trx))
      if (outcomes.some(({ isDone }) => isDone)) await beforeCommit(trx)
    })
  } catch (error) {
    for (const { refuse } of group) refuse(error)
    return
  }
  for (const { tell } of outcomes) tell()
}

/** Rejects only when what was done could not be undone: then the whole transaction has to go. */
async function inSavepoint<Result>(
  trx: Db,
  work: (trx: Db) => Promise<Result>,
  resolve: (result: Result) => void,
  reject: (error: unknown) => void,
): Promise<Outcome> {
  await sql`savepoint work`.execute(trx)
  const forgetDeeds = deedSavepoint(trx)
  try {
    const result = await work(trx)
    await sql`release savepoint work`.execute(trx)
    return { isDone: true, tell: () => resolve(result) }
  } catch (error) {
    await sql`rollback to savepoint work`.execute(trx)
    forgetDeeds()
    await sql`release savepoint work`.execute(trx)
    return { isDone: false, tell: () => reject(error) }
  }
}
