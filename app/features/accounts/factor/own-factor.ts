import { newId } from '#kit/id.ts'
import { enqueueMail } from '#kit/mail/enqueue.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import type { KnownAccount } from '../attempts/known-browser.ts'
import { readFactor, spendAppCode } from '../codes/factors.ts'
import { noFactor, wrongCode } from '../codes/own-codes.ts'
import { type Origin, recordSecurityEvent } from '../events/events.ts'
import { keepOnlySession } from '../sessions/only-session.ts'
import { isOfSession, type SignedInUser } from '../sessions/session-users.ts'
import { addedMail, removedMail } from './factor-mails.ts'

/**
 * Turns the factor on that the account has begun to set up: a code proves that its owner has it, and counts as used. In the same
 * transaction every other session ends: whoever holds one has given no code.
 */
export async function addFactor(
  shop: Shop,
  user: SignedInUser,
  code: string,
  origin: Origin,
): Promise<KnownAccount> {
  const at = shop.now()
  return shop.db.transaction().execute(async (trx) => {
    const account = await keepOnlySession(trx, user, at)
    const factor = await readFactor(shop, trx, user.id)
    if (!factor) throw new AppError('conflict', 'Begin to set up a second factor first.')
    if (factor.isOn) throw new AppError('conflict', 'This account has a second factor already.')
    if (!(await spendAppCode(shop, trx, factor, code))) throw wrongCode()
    // Under another id: a call that began to set it up anew meanwhile would overwrite it.
    await trx
      .updateTable('twoFactor')
      .set({ id: newId(at), verified: 1 })
      .where('id', '=', factor.id)
      .execute()
    await trx.updateTable('user').set({ twoFactorEnabled: 1 }).where('id', '=', user.id).execute()
    await recordSecurityEvent(trx, { userId: user.id, kind: 'factor_added', at }, origin)
    if (user.emailVerified) await enqueueMail(trx, at, { to: user.email, ...addedMail(shop, user) })
    return account
  })
}

/** Removes the factor of an account, with its backup codes. */
export async function removeFactor(shop: Shop, user: SignedInUser, origin: Origin): Promise<void> {
  const at = shop.now()
  await shop.db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('user')
      .set({ twoFactorEnabled: 0 })
      .where('id', '=', user.id)
      .where('twoFactorEnabled', '=', 1)
      .where(isOfSession(user.sessionId))
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw noFactor()
    await trx.deleteFrom('twoFactor').where('userId', '=', user.id).execute()
    await recordSecurityEvent(trx, { userId: user.id, kind: 'factor_removed', at }, origin)
    if (user.emailVerified) await enqueueMail(trx, at, { to: user.email, ...removedMail(shop, user) })
  })
}
