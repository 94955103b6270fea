import type { Db } from '#kit/db/db.ts'
import { keepRow } from '#kit/single-row/kept-row.ts'
import './tables.ts'

/** A restore of this database that nobody has taken over yet. Times in milliseconds. */
export interface WaitingRestore {
  readonly restoredAt: number
  readonly madeAt: number | undefined
}

/** The newest restore, if the database is a restored copy; undefined when it is the shop. */
export async function readWaitingRestore(db: Db): Promise<WaitingRestore | undefined> {
  const row = await db
    .selectFrom('restores')
    .select(['restored_at', 'made_at'])
    .where('taken_over_at', 'is', null)
    .orderBy('restored_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { restoredAt: row.restored_at, madeAt: row.made_at ?? undefined }
}

/** The move by which the shop went elsewhere, if it did not come back to this database. */
export const findMovedAway = (db: Db) =>
  db
    .selectFrom('moves')
    .select(['id', 'other', 'finished_at'])
    .where('role', '=', 'from')
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** What the database is: the shop, a restored copy that nobody has taken over, or what a shop left that was moved elsewhere. */
export type Standing = 'shop' | 'copy' | 'moved'

const kept = keepRow('restores', async (db): Promise<Standing> => {
  if (await findMovedAway(db)) return 'moved'
  return (await readWaitingRestore(db)) ? 'copy' : 'shop'
})

/** As it was at most a second ago. */
export const standingOf = kept.current

/** After the commit of the transaction this process reads it again. */
export const forgetWaitingRestore = kept.forget

/**
 * Records who says that the database is the shop; resolves to the time of the newest restore, or undefined when it was the shop
 * already. Call it in a transaction.
 */
export async function endWaiting(
  trx: Db,
  { at, by }: { readonly at: number; readonly by: string },
): Promise<number | undefined> {
  const ended = await trx
    .updateTable('restores')
    .set({ taken_over_at: at, taken_over_by: by })
    .where('taken_over_at', 'is', null)
    .returning('restored_at')
    .execute()
  if (ended.length === 0) return undefined
  forgetWaitingRestore(trx)
  return Math.max(...ended.map(({ restored_at }) => restored_at))
}

/** Whether jobs may run, as it was at most a second ago: else they would mail and cancel in the place of the shop. */
export const mayAct = async (shop: Parameters<typeof standingOf>[0]): Promise<boolean> =>
  (await standingOf(shop)) === 'shop'
