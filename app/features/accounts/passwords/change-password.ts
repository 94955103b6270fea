import type { Context } from 'hono'
import { guessedPassword } from '#features/passwords/passwords.ts'
import { invalidField } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { toIso } from '#kit/time.ts'
import type { KnownAccount, KnownBrowsers } from '../attempts/known-browser.ts'
import type { LimitedSignIn } from '../attempts/sign-in-limit.ts'
import { logSecurityEvent } from '../attempts/sign-in-log.ts'
import type { Auth } from '../auth/auth.ts'
import { type Origin, originOf, recordSecurityEvent } from '../events/events.ts'
import { mailPasswordChanged } from '../events/security-mails.ts'
import { keepOnlySession } from '../sessions/only-session.ts'
import type { SignedInUser } from '../sessions/session-users.ts'
import { checkOwnPassword, requireFresh, requirePassword } from './fresh-sign-in.ts'

/** What changing a password asks. */
interface Doors {
  readonly shop: Shop
  readonly auth: Pick<Auth, 'hashes'>
  readonly known: KnownBrowsers
  readonly signIn: LimitedSignIn
}

/**
 * Sets a new password beside the present one; other sessions end. Refuses an old sign-in and a wrong password (401), a common
 * password (422), and an account without one (409).
 */
export async function changeOwnPassword(
  c: Context,
  { shop, auth, known, signIn }: Doors,
  user: SignedInUser,
  { currentPassword, newPassword }: { readonly currentPassword: string; readonly newPassword: string },
): Promise<Response> {
  await requirePassword(shop, user)
  requireFresh(user, shop.now())
  const guessed = guessedPassword(newPassword, user.email)
  if (guessed !== undefined) throw invalidField('newPassword', guessed)
  await checkOwnPassword(c, shop, user, currentPassword, { signIn, hashes: auth.hashes })
  const account = await changePassword(shop, user, await auth.hashes.hash(newPassword), originOf(c, shop))
  logSecurityEvent(c, shop, 'password changed', { account: user.id })
  const headers = { 'Cache-Control': 'no-store', 'Set-Cookie': known.remember(c, account) }
  return c.json({ status: true }, 200, headers)
}

/**
 * Sets a new password for the account of a session, whose present one was checked. In the same transaction every other session
 * ends and reset links die. Refused (401) when the session has ended meanwhile, for example by a reset.
 */
async function changePassword(
  shop: Shop,
  user: SignedInUser,
  passwordHash: string,
  origin: Origin,
): Promise<KnownAccount> {
  const at = shop.now()
  return shop.db.transaction().execute(async (trx) => {
    const account = await keepOnlySession(trx, user, at)
    await trx
      .updateTable('account')
      .set({ password: passwordHash, updatedAt: toIso(at) })
      .where('userId', '=', user.id)
      .where('providerId', '=', 'credential')
      .execute()
    await trx.deleteFrom('verification').where('value', '=', user.id).execute()
    await recordSecurityEvent(trx, { userId: user.id, kind: 'password_changed', at }, origin)
    await mailPasswordChanged({ ...shop, db: trx }, user.id)
    return account
  })
}
