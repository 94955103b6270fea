import { recordAudit } from '#kit/audit/audit.ts'
import type { Db } from '#kit/db/db.ts'
import { newId } from '#kit/id.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { toIso } from '#kit/time.ts'
import { rightsOf } from '../rights.ts'
import { isOfSession, type SignedInUser } from '../sessions/session-users.ts'
import { isBanned } from '../tables.ts'

/** How a deleted account is called where its orders are. */
const NAME = 'Deleted account'

/**
 * Locks the account of a session, which its owner is going to delete, until the transaction ends: no order is placed and nothing is
 * stored for it meanwhile. Refused: a session that has ended (401), and the last admin who can sign in (409).
 */
export async function lockLeaving(
  trx: Db,
  { id, sessionId }: Pick<SignedInUser, 'id' | 'sessionId'>,
  nowMs: number,
): Promise<void> {
  // Admins in the same statement and by their ids, as elsewhere, so that no deadlock arises. Of two who leave at once one waits.
  const rows = await trx
    .selectFrom('user')
    .select(['id', 'role', 'banned', 'banExpires'])
    .where(({ eb, or }) => or([eb('id', '=', id), eb('role', '=', 'admin')]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const own = await trx
    .selectFrom('user')
    .select('role')
    .where('id', '=', id)
    .where(isOfSession(sessionId))
    // Also for the orders that are being placed without limits, which only refer to the row.
    .forUpdate()
    .executeTakeFirst()
  if (!own) throw new AppError('not_signed_in', 'Sign in first.')
  const isOther = (row: (typeof rows)[number]) =>
    row.id !== id && row.role === 'admin' && !isBanned(row, nowMs)
  if (own.role === 'admin' && !rows.some(isOther))
    throw new AppError('conflict', 'You are the last admin: make another user an admin first.')
}

/**
 * Takes everything that names a person, or lets one in, from an account: its row stays, since orders refer to it, and its e-mail
 * address is free. Lock it before; see {@link lockLeaving}.
 */
export async function deleteAccount(trx: Db, shop: Pick<Shop, 'now'>, user: SignedInUser): Promise<void> {
  const { id, email } = user
  const at = shop.now()
  await trx.deleteFrom('session').where('userId', '=', id).execute()
  await trx.deleteFrom('account').where('userId', '=', id).execute()
  await trx.deleteFrom('twoFactor').where('userId', '=', id).execute()
  await trx.deleteFrom('passkey').where('userId', '=', id).execute()
  await trx.deleteFrom('verification').where('value', '=', id).execute()
  await trx.deleteFrom('security_events').where('user_id', '=', id).execute()
  await trx.deleteFrom('new_emails').where('user_id', '=', id).execute()
  await trx
    .updateTable('user')
    .set(({ eb }) => ({
      name: NAME,
      email: `${newId(at)}@deleted.invalid`,
      image: null,
      role: null,
      rights: null,
      designation: null,
      phone: null,
      address: null,
      twoFactorEnabled: 0,
      // Whatever still finds the row treats it as it treats any account that nobody may use.
      banned: 1,
      banExpires: null,
      credentialGeneration: eb('credentialGeneration', '+', 1),
      deletedAt: at,
      updatedAt: toIso(at),
    }))
    .where('id', '=', id)
    .execute()
  if (rightsOf(user).length > 0)
    await recordAudit(trx, { by: user, at, kind: 'user.deleted', subject: email })
}
