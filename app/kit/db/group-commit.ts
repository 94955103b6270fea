import { setImmediate } from 'node:timers/promises'
import type { Db } from './db.ts'
import { isDatabaseUnavailable } from './errors.ts'

/** More than that in one transaction would keep the first of them waiting for the last. */
const MAXIMUM_GROUP = 64

/** Writes all items in one transaction; the result of each, in turn. An item that is refused leaves nothing behind. */
type Write<Item, Result> = (trx: Db, items: readonly Item[]) => Promise<readonly Result[]>

/** Writes the item, perhaps with others; resolves with its result once it is committed. */
export type GroupCommit<Item, Result> = (item: Item) => Promise<Result>

interface Waiting<Item, Result> {
  readonly item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * Writes what waits at the same moment in one transaction: one sync to the disk then serves many callers, and each
 * hears only after it. When writing them together fails, each is written alone, so that nobody fails for another's
 * sake; when the commit itself fails, all are refused. One transaction follows another.
 */
export function createGroupCommit<Item, Result>(
  db: Db,
  write: Write<Item, Result>,
): GroupCommit<Item, Result> {
  const queue: Waiting<Item, Result>[] = []
  let isCommitting = false

  const commitAll = async (): Promise<void> => {
    isCommitting = true
    while (queue.length > 0) {
      await untilNoMoreCome(queue)
      await commitTogether(db, write, queue.splice(0, MAXIMUM_GROUP))
    }
    isCommitting = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject })
      if (!isCommitting) void commitAll()
    })
}

/** Requests get into the same transaction that are read in one turn of the event loop, or in turns that follow it. */
async function untilNoMoreCome(queue: readonly unknown[]): Promise<void> {
  let before: number
  do {
    before = queue.length
    await setImmediate()
  } while (queue.length > before && queue.length < MAXIMUM_GROUP)
}

/** Never rejects: whatever happens, each caller is told. */
async function commitTogether<Item, Result>(
  db: Db,
  write: Write<Item, Result>,
  group: readonly Waiting<Item, Result>[],
): Promise<void> {
  let isWritten = false
  try {
    const results = await db.transaction().execute(async (trx) => {
      const written = await write(
        trx,
        group.map(({ item }) => item),
      )
      isWritten = true
      return written
    })
    for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result)
  } catch (error) {
    // After a commit that failed nobody knows what the database has: nothing may be written again.
    if (isWritten || group.length === 1 || isDatabaseUnavailable(error)) {
      for (const { reject } of group) reject(error)
      return
    }
    for (const waiting of group) await commitTogether(db, write, [waiting])
  }
}
