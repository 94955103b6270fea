import type { Db } from '#kit/db/db.ts'
import { newId } from '#kit/id.ts'
import { AppError } from '#kit/server/app-error.ts'
import { toIso } from '#kit/time.ts'
import '../tables.ts'

/** Who gets an account without a way to sign in. */
interface SampleAccount {
  readonly name: string
  /** In lower case. */
  readonly email: string
  /** When it is made, in milliseconds since 1970. */
  readonly at: number
}

/** Adds accounts whose e-mail counts as verified; resolves to their ids. Refused (409) when one of the addresses has an account. */
export async function addSampleAccounts(trx: Db, accounts: readonly SampleAccount[]): Promise<string[]> {
  const rows = accounts.map(({ name, email, at }) => {
    const time = toIso(at)
    return { id: newId(at), name, email, emailVerified: 1, createdAt: time, updatedAt: time }
  })
  const added = await trx
    .insertInto('user')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  if (added.length < rows.length)
    throw new AppError(
      'conflict',
      `Nothing was placed: there are accounts already with addresses such as ${accounts[0]?.email}.`,
    )
  return rows.map(({ id }) => id)
}

/**
 * Deletes accounts with what they have to themselves. Refused (409) when one of them is an admin: what it did as such is not
 * the sample's.
 */
export async function deleteSampleAccounts(trx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const admin = await trx
    .selectFrom('user')
    .select('email')
    .where('id', 'in', ids)
    .where('role', '=', 'admin')
    .executeTakeFirst()
  if (admin)
    throw new AppError(
      'conflict',
      `Nothing was removed: ${admin.email} is an admin now. Take the role from it on All Users, then remove the sample orders.`,
    )
  await trx.deleteFrom('verification').where('value', 'in', ids).execute()
  await trx.deleteFrom('user').where('id', 'in', ids).execute()
}
