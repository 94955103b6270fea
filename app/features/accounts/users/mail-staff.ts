import type { Db } from '#kit/db/db.ts'
import { enqueueMail } from '#kit/mail/enqueue.ts'
import { type MailLayout, renderMail } from '#kit/mail/layout.ts'
import { hasRight, readRights, type Wanted } from '../rights.ts'
import { isBanned, isSet } from '../tables.ts'

/** Adds a mail to the outbox for each of the staff with this right, or one of these, whose address is confirmed. */
export async function mailStaffWith(
  trx: Db,
  nowMs: number,
  wanted: Wanted,
  layout: MailLayout,
): Promise<void> {
  const staff = await trx
    .selectFrom('user')
    .select(['email', 'role', 'rights', 'emailVerified', 'banned', 'banExpires'])
    .where(({ eb, or }) => or([eb('role', '=', 'admin'), eb('rights', 'is not', null)]))
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute()
  const content = { subject: layout.title, ...renderMail(layout) }
  for (const user of staff) {
    const { email, role, rights, emailVerified } = user
    const standing = { ...(role === 'admin' && { role: 'admin' as const }), rights: readRights(rights) }
    if (isSet(emailVerified) && !isBanned(user, nowMs) && hasRight(standing, wanted))
      await enqueueMail(trx, nowMs, { to: email, ...content })
  }
}
