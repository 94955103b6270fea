import { recordAudit } from '#kit/audit/audit.ts'
import type { Db } from '#kit/db/db.ts'
import { enqueueMail } from '#kit/mail/enqueue.ts'
import { renderMail } from '#kit/mail/layout.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { listText } from '#kit/text/list-text.ts'
import { toIso } from '#kit/time.ts'
import { recordSecurityEvent } from '../events/events.ts'
import { type Right, readRights, writeRights } from '../rights.ts'
import { isSet } from '../tables.ts'
import { rightTexts } from '../texts.ts'
import { type Caller, lockAdmins } from './lock-admins.ts'
import { unknownUser } from './users.ts'

/**
 * Gives the user with this address exactly these rights; resolves to the number of changed users (0: has them already). They hold
 * at once, in all sessions of that user. Refuses an unknown address (`not_found`), an admin, who has all, and an unverified address
 * (`conflict`): anyone can register any address; and as {@link lockAdmins}.
 */
export async function setRights(
  shop: Shop,
  admin: Caller,
  email: string,
  rights: readonly Right[],
): Promise<number> {
  return shop.db.transaction().execute(async (trx) => {
    const at = shop.now()
    await lockAdmins(trx, admin)
    const user = await trx
      .selectFrom('user')
      .select(['id', 'role', 'rights', 'emailVerified'])
      .where('email', '=', email)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!user) throw unknownUser()
    if (user.role === 'admin')
      throw new AppError('conflict', 'This user is an admin, who has every right: take the role first.')
    const stored = writeRights(rights)
    if (stored === user.rights) return 0
    if (stored !== null && !isSet(user.emailVerified))
      throw new AppError(
        'conflict',
        'This user has not confirmed the e-mail address yet, so cannot get a right.',
      )
    await trx
      .updateTable('user')
      .set({ rights: stored, updatedAt: toIso(at) })
      .where('id', '=', user.id)
      .execute()
    const said =
      stored === null
        ? 'You are no longer one of the staff.'
        : `Your rights in the shop are now: ${listText(readRights(stored).map((right) => rightTexts[right].name))}.`
    await noteRole(trx, { userId: user.id, email, at }, said)
    const changes = [{ field: 'rights', from: readRights(user.rights), to: readRights(stored) }]
    await recordAudit(trx, { by: admin, at, kind: 'user.rights', subject: email, changes })
    return 1
  })
}

/** Records that what a user may do has changed, and mails it. */
export async function noteRole(
  trx: Db,
  { userId, email, at }: { readonly userId: string; readonly email: string; readonly at: number },
  said: string,
): Promise<void> {
  await recordSecurityEvent(trx, { userId, kind: 'role_changed', at })
  await enqueueMail(trx, at, { to: email, ...roleMail(said) })
}

export function roleMail(said: string) {
  const subject = 'What you may do in the shop has changed'
  return { subject, ...renderMail({ title: subject, paragraphs: [said] }) }
}
