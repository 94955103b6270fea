import type { DeleteResult } from 'kysely'

// Few enough at once that nobody else waits long for the database.
const BATCH = 500

/** Deletes until nothing is left to delete, a batch at a time: `deleteSome` deletes `most` rows at most. */
export async function deleteInBatches(deleteSome: (most: number) => Promise<DeleteResult>): Promise<void> {
  let deleted: number
  do {
    deleted = Number((await deleteSome(BATCH)).numDeletedRows)
  } while (deleted === BATCH)
}
