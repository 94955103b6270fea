import '../tables.ts'
import type { Db } from '#kit/db/db.ts'
import { toIso } from '#kit/time.ts'
import { MAXIMUM_MESSAGES } from '../limits.ts'
import type { OfferMessage } from '../schema.ts'

export const selectMessages = (db: Db, offerId: string) =>
  db
    .selectFrom('offer_messages')
    .selectAll()
    .where('offer_id', '=', offerId)
    .orderBy('id')
    .limit(MAXIMUM_MESSAGES)

export type MessageRow = Awaited<ReturnType<ReturnType<typeof selectMessages>['execute']>>[number]

/** What both sides wrote, oldest first. Customers do not see who of the staff wrote. */
export const listMessages = async (db: Db, offerId: string, isForStaff: boolean): Promise<OfferMessage[]> =>
  (await selectMessages(db, offerId).execute()).map((row) => toMessage(row, isForStaff))

export const toMessage = (
  { id, at, user_id, author, text }: MessageRow,
  isForStaff: boolean,
): OfferMessage => ({
  _id: id,
  at: toIso(at),
  by: user_id === null ? 'shop' : 'customer',
  ...((isForStaff || user_id !== null) && { name: author }),
  text,
})
