import '../tables.ts'
import { findAccount } from '#features/accounts/accounts.ts'
import type { Db } from '#kit/db/db.ts'
import { notesOn } from '#kit/notes/notes.ts'
import { customerNotFound } from './refuse.ts'
import { ofCustomer } from './whose.ts'

/** The notes on customers. */
export const customerNotes = notesOn({
  table: 'customer_notes',
  about: 'user_id',
  what: 'customer',
  kinds: { added: 'customer.noted', removed: 'customer.note_removed', restored: 'customer.note_restored' },
  check: async (db, id) => {
    if (!(await findAccount(db, id))) throw customerNotFound()
  },
  lock: async (trx, id) => {
    const locked = await trx
      .selectFrom('user')
      .select('id')
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!locked) throw customerNotFound()
  },
})

/** Deletes what staff have noted on a customer. */
export async function deleteNotesOf(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('customer_notes').where(ofCustomer(userId)).execute()
}
