import type { Db } from '#kit/db/db.ts'
import { newId } from '#kit/id.ts'
import { toIso } from '#kit/time.ts'
import { waysIn } from '../passkeys/ways-in.ts'
import { isSet } from '../tables.ts'
import { isReserved } from './reserved-emails.ts'

/** Whom an account is for, as staff say it; the e-mail in lower case. */
interface Named {
  readonly name: string
  readonly email: string
}

/**
 * Adds an account for a customer whom staff enter: nobody can sign in to it until its owner proves the address by a mailed link.
 * Resolves to its id, or to undefined when the address has an account or is kept for one.
 */
export async function addEnteredAccount(
  trx: Db,
  { name, email }: Named,
  at: number,
): Promise<string | undefined> {
  if (await isReserved(trx, email, at)) return undefined
  const [id, time] = [newId(at), toIso(at)]
  const added = await trx
    .insertInto('user')
    .values({ id, name, email, emailVerified: 0, createdAt: time, updatedAt: time })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return added?.id
}

/** Whether nobody can sign in to the account, so that name and e-mail are what staff wrote or may write. */
export async function isWithoutOwner(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('user')
    .select(['emailVerified', 'deletedAt'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row || isSet(row.emailVerified) || row.deletedAt !== null) return false
  return (await waysIn(db, id, true)).length === 0
}

/**
 * Names such an account anew. With another address the links that were mailed to the former one end: they would prove the wrong
 * one. Resolves to false when that address has an account or is kept for one.
 */
export async function nameEnteredAccount(
  trx: Db,
  { id, name, email }: Named & { readonly id: string },
  at: number,
): Promise<boolean> {
  const other = await trx
    .selectFrom('user')
    .select('id')
    .where('email', '=', email)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (other || (await isReserved(trx, email, at))) return false
  const { email: former } = await trx
    .selectFrom('user')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (former !== email) await trx.deleteFrom('verification').where('value', '=', id).execute()
  await trx
    .updateTable('user')
    .set({ name, email, updatedAt: toIso(at) })
    .where('id', '=', id)
    .execute()
  return true
}
