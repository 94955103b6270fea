import { findMovedAway } from '#kit/backup/waiting-restore.ts'
import type { Db } from '#kit/db/db.ts'
import { utcTimeText } from '#kit/text/utc-text.ts'
import './tables.ts'

/** How far a table is: the last key that was written, or `true` when all of its rows are. */
export type Progress = Readonly<Record<string, readonly (string | null)[] | true>>

/** A move to a database that was not finished. */
export interface HalfDone {
  readonly id: string
  readonly other: string
  readonly progress: Progress | undefined
}

const moveTo = (db: Db) => db.selectFrom('moves').selectAll().where('role', '=', 'to')

export async function findHalfDone(db: Db): Promise<HalfDone | undefined> {
  const row = await moveTo(db).where('finished_at', 'is', null).executeTakeFirst()
  return (
    row && { id: row.id, other: row.other, progress: row.progress ? JSON.parse(row.progress) : undefined }
  )
}

export const writeProgress = async (db: Db, id: string, progress: Progress): Promise<void> => {
  await db
    .updateTable('moves')
    .set({ progress: JSON.stringify(progress) })
    .where('id', '=', id)
    .execute()
}

/**
 * Throws when the shop is not to start on a database: a move to it was not finished, or the shop was moved to another one, where
 * customers may have ordered since.
 */
export async function refuseMoved(db: Db): Promise<void> {
  if (await findHalfDone(db))
    throw new Error(
      'A move to this database was begun and not finished. Run the same "npm run move" again, which goes on, or start the shop on the other database (docs/moving.md).',
    )
  const away = await findMovedAway(db)
  if (away)
    throw new Error(
      `The shop was moved from this database to ${away.other} on ${utcTimeText(away.finished_at ?? 0)}. Start it there: set or remove DATABASE_URL. To come back, move it to an empty database (docs/moving.md).`,
    )
}
