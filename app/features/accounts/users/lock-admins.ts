import type { Db } from '#kit/db/db.ts'
import { AppError } from '#kit/server/app-error.ts'
import { rightRequired } from '../sessions/guard.ts'
import { isOfSession, type SignedInUser } from '../sessions/session-users.ts'

/** Who makes or unmakes admins and staff, as the guard of the call has read it. */
export type Caller = Pick<SignedInUser, 'id' | 'email' | 'sessionId'>

/**
 * All admins, locked by id until the transaction ends, so that callers wait for each other. Refuses a caller who is no admin any
 * more (`right_required`) or whose session has ended (401): since the guard of the call read it, another may have unmade it.
 */
export async function lockAdmins(trx: Db, caller: Caller) {
  const admins = await trx
    .selectFrom('user')
    .select(['id', 'email', 'banned', 'banExpires'])
    .where('role', '=', 'admin')
    .orderBy('id')
    // Not `for update`: orders of several customers, whose rows they refer to, would wait.
    .forNoKeyUpdate()
    .execute()
  if (!admins.some(({ id }) => id === caller.id)) throw rightRequired('admin', {})
  const signedIn = await trx
    .selectFrom('user')
    .select('id')
    .where('id', '=', caller.id)
    .where(isOfSession(caller.sessionId))
    .executeTakeFirst()
  if (!signedIn) throw new AppError('not_signed_in', 'Sign in first.')
  return admins
}
