import { recordAudit } from '#kit/audit/audit.ts'
import type { Shop } from '#kit/shop.ts'
import { toIso } from '#kit/time.ts'
import { recordSecurityEvent } from '../events/events.ts'
import { mailOwner, sessionsEndedMail } from '../events/security-mails.ts'
import { rightRequired } from '../sessions/guard.ts'
import type { SignedInUser } from '../sessions/session-users.ts'
import { unknownUser } from './users.ts'

/**
 * Ends every session of the account with this address, on every process; resolves to their number. The generation of its credentials is
 * raised, so that sign-ins that are under way or wait for a code end too, and no browser is known to it any more. Refused: an
 * unknown address (404), and an admin's to anybody but admins (403).
 */
export async function endSessionsOf(shop: Shop, staff: SignedInUser, email: string): Promise<number> {
  const at = shop.now()
  return shop.db.transaction().execute(async (trx) => {
    const user = await trx
      .selectFrom('user')
      .select(['id', 'role'])
      .where('email', '=', email)
      .where('deletedAt', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!user) throw unknownUser()
    if (user.role === 'admin' && staff.role !== 'admin') throw rightRequired('admin', staff)
    await trx
      .updateTable('user')
      .set(({ eb }) => ({ credentialGeneration: eb('credentialGeneration', '+', 1), updatedAt: toIso(at) }))
      .where('id', '=', user.id)
      .execute()
    const ended = await trx.deleteFrom('session').where('userId', '=', user.id).executeTakeFirst()
    await recordSecurityEvent(trx, { userId: user.id, kind: 'session_ended', at })
    await mailOwner({ ...shop, db: trx }, user.id, (name) => sessionsEndedMail(shop, name))
    await recordAudit(trx, { by: staff, at, kind: 'user.sessions_ended', subject: email })
    return Number(ended.numDeletedRows)
  })
}
