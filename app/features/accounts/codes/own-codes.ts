import type { Context } from 'hono'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import type { LimitedSignIn } from '../attempts/sign-in-limit.ts'
import { hasPassword } from '../passwords/fresh-sign-in.ts'
import { accountRefusals } from '../refusals.ts'
import { hasSecondFactor } from '../sessions/second-factor.ts'
import type { SignedInUser } from '../sessions/session-users.ts'
import { readFactor, spendAppCode, spendBackupCode } from './factors.ts'
import type { OwnFactor } from './schema.ts'

export const wrongCode = (): AppError =>
  new AppError(accountRefusals.wrongCode, 'This code is wrong, or was used before. Give another one.')

export const noFactor = (): AppError =>
  new AppError('conflict', 'This account has no second factor. Set one up first.')

/**
 * Checks a code of the app, or a backup code, of the account of a session, within the limits of sign-in, and spends it. Refused: a
 * wrong one (401 `wrong_code`), and an account without a second factor (409); the session stays alive.
 */
export async function checkOwnCode(
  c: Context,
  shop: Shop,
  { id, email, sessionId }: Pick<SignedInUser, 'id' | 'email' | 'sessionId'>,
  code: string,
  signIn: LimitedSignIn,
): Promise<void> {
  const factor = await readFactor(shop, shop.db, id)
  if (!factor?.isOn) throw noFactor()
  const isOfApp = /^\d{6}$/.test(code)
  const spend = isOfApp ? spendAppCode : spendBackupCode
  const attempt = async () =>
    new Response(null, { status: (await spend(shop, shop.db, factor, code)) ? 204 : 401 })
  const { status } = await signIn(c, email, attempt, { sessionId, by: isOfApp ? 'code' : 'backup code' })
  if (status === 401) throw wrongCode()
}

/** Whether an account has a password and a second factor. */
export async function describeOwnFactor(shop: Shop, user: Pick<SignedInUser, 'id'>): Promise<OwnFactor> {
  const isOn = await hasSecondFactor(shop.db, user.id)
  // Of a factor that cannot be read, its owner still learns that there is one.
  const factor = isOn ? await readFactor(shop, shop.db, user.id).catch(() => undefined) : undefined
  return {
    password: await hasPassword(shop, user),
    factor: isOn,
    ...(factor && { backupCodes: factor.backupCodes.length }),
  }
}
