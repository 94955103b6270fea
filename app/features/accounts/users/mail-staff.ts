import type { Db } from '#kit/db/db.ts'
import { enqueueMail } from '#kit/mail/enqueue.ts'
import { type MailLayout, renderMail } from '#kit/mail/layout.ts'
import type { Shop } from '#kit/shop.ts'
import { hasRight, readRights, type Wanted } from '../rights.ts'
import { lacksFactor } from '../sessions/second-factor.ts'
import { isBanned, isSet } from '../tables.ts'

/**
 * Adds a mail to the outbox for each of the staff with this right, or one of these, whose address is confirmed: not for those who have
 * to set up a second factor first, who could not read on the page what the mail tells.
 */
export async function mailStaffWith(
  trx: Db,
  { config, at }: Pick<Shop, 'config'> & { readonly at: number },
  wanted: Wanted,
  layout: MailLayout,
): Promise<void> {
  const content = { subject: layout.title, ...renderMail(layout) }
  for (const user of await staffOf(trx)) {
    const { id, email, role, rights, emailVerified } = user
    const standing = {
      ...(role === 'admin' && { role: 'admin' as const }),
      rights: readRights(rights),
      lacksFactor: await lacksFactor({ config }, trx, id),
    }
    if (isSet(emailVerified) && !isBanned(user, at) && hasRight(standing, wanted))
      await enqueueMail(trx, at, { to: email, ...content })
  }
}

/** These addresses, without those of staff who have to set up a second factor first. Those of no account are the shop's own. */
export async function withoutLackingFactor(
  { config, db }: Pick<Shop, 'config' | 'db'>,
  addresses: readonly string[],
): Promise<readonly string[]> {
  if (config.secondFactorFor === undefined) return addresses
  const lacking = new Set<string>()
  for (const { id, email } of await staffOf(db)) if (await lacksFactor({ config }, db, id)) lacking.add(email)
  return addresses.filter((address) => !lacking.has(address.toLowerCase()))
}

const staffOf = (db: Db) =>
  db
    .selectFrom('user')
    .select(['id', 'email', 'role', 'rights', 'emailVerified', 'banned', 'banExpires'])
    .where(({ eb, or }) => or([eb('role', '=', 'admin'), eb('rights', 'is not', null)]))
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute()
