import { sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import { isUniqueViolation } from '#kit/db/errors.ts'
import { deleteOldRows } from '#kit/delete-old-rows.ts'
import { newId } from '#kit/id.ts'
import { hashToken, newToken } from '#kit/link-token.ts'
import { enqueueMail } from '#kit/mail/enqueue.ts'
import { mayMailUnproven } from '#kit/mail/unproven-mails.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS, toIso } from '#kit/time.ts'
import type { OnVerified } from '../auth/verification.ts'
import { type Origin, recordSecurityEvent } from '../events/events.ts'
import { isOfSession, lockCustomer, type SignedInUser } from '../sessions/session-users.ts'
import { isSet } from '../tables.ts'
import { isReserved } from '../users/reserved-emails.ts'
import { changedMail, confirmMail, takenMail } from './new-email-mails.ts'

export const CONFIRM_MS = DAY_MS
const UNDO_MS = 7 * DAY_MS

/** Whether the staff entered orders for the account: whoever has proved its present address may see them, nobody else. */
export type HasEntered = (trx: Db, userId: string) => Promise<boolean>

/**
 * Mails a link to the new address; an earlier one that was not used dies. A taken address gets a mail without a link: what is
 * written and counted is the same, so that answer and time do not tell. Refused (401) when the session has ended meanwhile.
 */
export async function askForNewEmail(shop: Shop, user: SignedInUser, email: string): Promise<void> {
  const at = shop.now()
  const token = newToken()
  await shop.db.transaction().execute(async (trx) => {
    await lockCustomer(trx, user)
    const owner = await trx.selectFrom('user').select('id').where('email', '=', email).executeTakeFirst()
    const reserved = await isReserved(trx, email, at, { exceptFor: user.id })
    await trx
      .deleteFrom('new_emails')
      .where('user_id', '=', user.id)
      .where('confirmed_at', 'is', null)
      .execute()
    await trx
      .insertInto('new_emails')
      .values({
        ...{ id: newId(at), user_id: user.id, old_email: user.email, old_verified: 0, new_email: email },
        ...{ token_hash: hashToken(token), expires_at: at + CONFIRM_MS },
      })
      .execute()
    const content = owner || reserved ? takenMail() : confirmMail(shop, token)
    await mailUnproven({ ...shop, db: trx }, email, content)
  })
}

type Content = ReturnType<typeof takenMail>

async function mailUnproven(shop: Shop, to: string, content: Content): Promise<void> {
  if (!(await mayMailUnproven(shop, { to, cause: 'account', template: 'new e-mail' }))) return
  await enqueueMail(shop.db, shop.now(), { to, ...content }, { isUrgent: true })
}

interface Confirmation {
  readonly token: string
  readonly origin: Origin
  readonly onVerified: OnVerified
  readonly hasEntered: HasEntered
}

/**
 * Gives the account of the session the address that the token proves, once: it is verified by that. Reset links die, and the old
 * address gets a link that takes the change back. Resolves to the new address. Refuses (404) a token that is unknown, used,
 * too old, or another's, and (409) an address that somebody else has meanwhile.
 */
export async function confirmNewEmail(
  shop: Shop,
  user: SignedInUser,
  confirmation: Confirmation,
): Promise<string> {
  try {
    return await shop.db.transaction().execute((trx) => changeEmail({ ...shop, db: trx }, user, confirmation))
  } catch (error) {
    throw isUniqueViolation(error) ? takenMeanwhile() : error
  }
}

async function changeEmail(
  shop: Shop,
  { id, sessionId }: SignedInUser,
  { token, origin, onVerified, hasEntered }: Confirmation,
): Promise<string> {
  const { db: trx } = shop
  const at = shop.now()
  const user = await trx
    .selectFrom('user')
    .select(['email', 'emailVerified', 'name'])
    .where('id', '=', id)
    .where(isOfSession(sessionId))
    // Of two calls at once the second waits here, then finds what the first has done.
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!user) throw new AppError('not_signed_in', 'Sign in first.')
  const asked = await trx
    .selectFrom('new_emails')
    .select(['id', 'new_email'])
    .where('token_hash', '=', hashToken(token))
    .where('user_id', '=', id)
    .where('old_email', '=', user.email)
    .where('confirmed_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst()
  if (!asked) throw deadLink()
  const email = asked.new_email
  const wasVerified = isSet(user.emailVerified)
  // Else whoever registered another person's address would get the orders that were entered for it.
  if (!wasVerified && (await hasEntered(trx, id))) throw new AppError('conflict', CONFIRM_FIRST)
  await trx
    .updateTable('user')
    .set({ email, emailVerified: 1, updatedAt: toIso(at) })
    .where('id', '=', id)
    .execute()
  // After the change, which waits for an account that is just leaving this address.
  if (await isReserved(trx, email, at, { exceptFor: id })) throw takenMeanwhile()
  const undo = newToken()
  await trx
    .updateTable('new_emails')
    .set({ confirmed_at: at, expires_at: at + UNDO_MS, token_hash: hashToken(undo) })
    .set({ old_verified: wasVerified ? 1 : 0 })
    .where('id', '=', asked.id)
    .execute()
  await trx.deleteFrom('verification').where('value', '=', id).execute()
  if (!wasVerified) await onVerified(trx, id)
  await recordSecurityEvent(trx, { userId: id, kind: 'email_changed', at }, origin)
  const content = changedMail(shop, undo, { name: user.name, isVerified: wasVerified })
  if (wasVerified) await enqueueMail(trx, at, { to: user.email, ...content })
  else await mailUnproven(shop, user.email, content)
  return email
}

const CONFIRM_FIRST =
  'The shop has entered orders for your present address. Confirm that one first, by the link that was mailed to it.'

const takenMeanwhile = (): AppError =>
  new AppError('conflict', 'Another account has this address now. Choose another one.')

export const deadLink = (): AppError =>
  new AppError('not_found', 'This link is too old, was used already, or is not for this account.')

/** Deletes changes that can be neither confirmed nor taken back any more. */
export const deleteOldNewEmails = ({ db, now }: Shop): Promise<void> =>
  deleteOldRows(db, 'new_emails', now() - CONFIRM_MS - UNDO_MS, sql<boolean>`1 = 1`)
