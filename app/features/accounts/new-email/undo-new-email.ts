import type { Db } from '#kit/db/db.ts'
import { isUniqueViolation } from '#kit/db/errors.ts'
import { idsFrom } from '#kit/id.ts'
import { hashToken } from '#kit/link-token.ts'
import { enqueueMail } from '#kit/mail/enqueue.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { toIso } from '#kit/time.ts'
import { type Origin, recordSecurityEvent } from '../events/events.ts'
import { undoneMail } from './new-email-mails.ts'
import { CONFIRM_MS, deadLink, type HasEntered } from './new-emails.ts'

interface Undo {
  readonly token: string
  readonly origin: Origin
  readonly hasEntered: HasEntered
}

/**
 * Takes a change of an e-mail address back, with those that followed it, once. In the same transaction every session ends, reset
 * links die, with the passkeys, the second factor and the sign-ins by Google that were added since the change can have been asked
 * for, and the generation of the credentials is raised. Resolves to the account and its address. Refuses (404) a token that is
 * unknown, used or too old, and (409), where the address was never verified, when another account has it, or the staff entered
 * orders for the one that is.
 */
export async function undoNewEmail(
  shop: Shop,
  undo: Undo,
): Promise<{ readonly userId: string; readonly email: string }> {
  try {
    return await shop.db.transaction().execute((trx) => takeBack({ ...shop, db: trx }, undo))
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw changeStays('Another account has this address now')
  }
}

async function takeBack(shop: Shop, { token, origin, hasEntered }: Undo) {
  const { db: trx } = shop
  const at = shop.now()
  const selectChange = () =>
    trx
      .selectFrom('new_emails')
      .select(['user_id', 'old_email', 'old_verified', 'confirmed_at'])
      .where('token_hash', '=', hashToken(token))
      .where('confirmed_at', 'is not', null)
      .where('expires_at', '>', at)
      .executeTakeFirst()
  const found = await selectChange()
  if (!found) throw deadLink()
  const userId = found.user_id
  await trx.selectFrom('user').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  // Asked again under the lock: of two calls at once the second finds that the first has used the link.
  const change = await selectChange()
  if (!change) throw deadLink()
  const { old_email: email, old_verified } = change
  // They are for whoever has proved the new address.
  if (!old_verified && (await hasEntered(trx, userId))) throw changeStays('The shop has entered orders since')
  const since = Number(change.confirmed_at)
  await trx
    .updateTable('user')
    .set((eb) => ({
      ...{ email, emailVerified: old_verified, updatedAt: toIso(at) },
      credentialGeneration: eb('credentialGeneration', '+', 1),
    }))
    .where('id', '=', userId)
    .execute()
  await trx
    .deleteFrom('new_emails')
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('confirmed_at', 'is', null), eb('confirmed_at', '>=', since)]))
    .execute()
  await trx.deleteFrom('verification').where('value', '=', userId).execute()
  await removeWaysIn(trx, userId, since - CONFIRM_MS)
  await trx.deleteFrom('session').where('userId', '=', userId).execute()
  await recordSecurityEvent(trx, { userId, kind: 'email_change_undone', at }, origin)
  await enqueueMail(trx, at, { to: email, ...undoneMail(shop) })
  return { userId, email }
}

/** What lets somebody in, or shuts the owner out, that was added since then. Whoever asked may have added it before. */
async function removeWaysIn(trx: Db, userId: string, since: number): Promise<void> {
  await trx
    .deleteFrom('account')
    .where('userId', '=', userId)
    .where('providerId', '<>', 'credential')
    .where('createdAt', '>=', toIso(since))
    .execute()
  await trx
    .deleteFrom('passkey')
    .where('userId', '=', userId)
    .where('createdAt', '>=', toIso(since))
    .execute()
  const { numDeletedRows } = await trx
    .deleteFrom('twoFactor')
    .where('userId', '=', userId)
    .where('id', '>=', idsFrom(since))
    .executeTakeFirst()
  if (numDeletedRows > 0n)
    await trx.updateTable('user').set({ twoFactorEnabled: 0 }).where('id', '=', userId).execute()
}

const changeStays = (because: string): AppError =>
  new AppError('conflict', `${because}, so the change stays. Write to the shop if it was not you.`)
