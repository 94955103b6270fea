import type { Db } from '#kit/db/db.ts'
import '../tables.ts'

/** A verified address that an account has left, so that nobody keeps it from being taken back. */
const selectReserved = (db: Db, email: string, nowMs: number) =>
  db
    .selectFrom('new_emails')
    .select('id')
    .where('old_email', '=', email)
    .where('old_verified', '=', 1)
    .where('confirmed_at', 'is not', null)
    .where('expires_at', '>', nowMs)
    .limit(1)

/** Whether the address is kept for an account that has left it, other than this one. */
export async function isReserved(
  db: Db,
  email: string,
  nowMs: number,
  { exceptFor = '' }: { readonly exceptFor?: string } = {},
): Promise<boolean> {
  const row = await selectReserved(db, email, nowMs).where('user_id', '<>', exceptFor).executeTakeFirst()
  return row !== undefined
}

/** Whether the account had this address and has left it a few days ago: its other browsers do not know the new one yet. */
export async function hadEmail(db: Db, userId: string, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('new_emails')
    .select('id')
    .where('user_id', '=', userId)
    .where('old_email', '=', email)
    .where('confirmed_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
