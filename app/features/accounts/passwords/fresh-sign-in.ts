import type { Context } from 'hono'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { MINUTE_MS, toIso } from '#kit/time.ts'
import type { LimitedSignIn } from '../attempts/sign-in-limit.ts'
import { accountRefusals } from '../refusals.ts'
import type { SignedInUser } from '../sessions/session-users.ts'
import { isPasswordOf, type PasswordHashes } from './password-hashes.ts'

/** How long what only its owner may do needs no other sign-in. */
const FRESH_MS = 15 * MINUTE_MS

/** Refuses (401 `sign_in_again`), and leaves the session alive, unless it signed in, or signed in again, in the last 15 minutes. */
export function requireFresh({ provedAt }: Pick<SignedInUser, 'provedAt'>, nowMs: number): void {
  if (provedAt !== undefined && nowMs - provedAt <= FRESH_MS) return
  throw new AppError(accountRefusals.signInAgain, 'Sign in again: this is only for you yourself.')
}

/** Whether an account has a password. One that only signs in with Google or a passkey has none. */
export async function hasPassword({ db }: Shop, { id }: Pick<SignedInUser, 'id'>): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where('userId', '=', id)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
  return row !== undefined
}

/** Refuses (409) an account that has no password to give. */
export async function requirePassword(shop: Shop, user: Pick<SignedInUser, 'id'>): Promise<void> {
  if (!(await hasPassword(shop, user))) throw new AppError('conflict', NO_PASSWORD)
}

const NO_PASSWORD = 'This account has no password. Set one by “Forgot Password”, or sign in as you always do.'

interface Doors {
  readonly signIn: LimitedSignIn
  readonly hashes: PasswordHashes
}

/**
 * Checks the password of the account of a session, within the limits of sign-in. Refused (401 `wrong_password`): the session
 * stays alive. See {@link requirePassword}.
 */
export async function checkOwnPassword(
  c: Context,
  shop: Shop,
  { id, email, sessionId }: Pick<SignedInUser, 'id' | 'email' | 'sessionId'>,
  password: string,
  { signIn, hashes }: Doors,
): Promise<void> {
  const attempt = async () => {
    const isRight = await isPasswordOf(shop, hashes, { userId: id, password })
    return new Response(null, { status: isRight ? 204 : 401 })
  }
  const { status } = await signIn(c, email, attempt, { sessionId })
  if (status === 401)
    throw new AppError(accountRefusals.wrongPassword, 'This is not the password of your account.')
}

/** Notes that the session of a call has proved whose it is; resolves to until when that is fresh (ms). */
export async function noteProved(
  { db, now }: Shop,
  { sessionId }: Pick<SignedInUser, 'sessionId'>,
): Promise<number> {
  const at = now()
  await db
    .updateTable('session')
    .set({ provedAt: at, updatedAt: toIso(at) })
    .where('id', '=', sessionId)
    .execute()
  return at + FRESH_MS
}
