import { setImmediate } from 'node:timers/promises'
import type { Db } from './db.ts'
import { isDatabaseUnavailable } from './errors.ts'

/** The first caller of a larger transaction would wait long for the last. */
const MAXIMUM_GROUP = 64

/** Writes all items in one transaction; returns their results in the same sequence. Throws when an item is refused. */
type Write<Item, Result> = (trx: Db, items: readonly Item[]) => Promise<readonly Result[]>

/** Writes the item, perhaps together with others; resolves to its result after the commit. */
export type GroupCommit<Item, Result> = (item: Item) => Promise<Result>

interface Waiting<Item, Result> {
  readonly item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * Writes concurrent items in one transaction, so that many callers share one sync to the disk. When the group cannot be
 * written, each item is written alone, so that none fails because of another; when the commit fails, all callers are
 * rejected. Transactions run one after another.
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
      await waitForGroup(queue)
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

/** Resolves after a turn of the event loop without a new item, or when the group is full. */
async function waitForGroup(queue: readonly unknown[]): Promise<void> {
  let before: number
  do {
    before = queue.length
    await setImmediate()
  } while (queue.length > before && queue.length < MAXIMUM_GROUP)
}

/** Never rejects: each caller gets its own result or error. */
async function commitTogether<Item, Result>(
  db: Db,
  write: Write<Item, Result>,
  group: readonly Waiting<Item, Result>[],
): Promise<void> {
  let isWritten = false
  try {
    const results = await db.transaction().execute(async (trx) => {
      isWritten = false
      const written = await write(
        trx,
        group.map(({ item }) => item),
      )
      isWritten = true
      return written
    })
    for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result)
  } catch (error) {
    // After a failed commit the state of the database is unknown: nothing may be written again.
    if (isWritten || group.length === 1 || isDatabaseUnavailable(error)) {
      for (const { reject } of group) reject(error)
      return
    }
    for (const waiting of group) await commitTogether(db, write, [waiting])
  }
}
