import type { Context } from 'hono'
import type { Log } from '#kit/log.ts'
import { AppError } from '#kit/server/app-error.ts'
import { callerAddress } from '#kit/server/rate-limit.ts'
import type { RequestEnv } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'

/** What happens at the doors of the shop. */
export type LoggedEvent =
  | 'signed up'
  | 'signed in'
  | 'signed out'
  | 'sign-up failed'
  | 'sign-in failed'
  | 'code asked'
  | 'second factor added'
  | 'second factor removed'
  | 'backup codes made'
  | 'password reset asked'
  | 'password reset'
  | 'password reset failed'
  | 'password changed'
  | 'passkey added'
  | 'passkey removed'
  | 'e-mail verified'
  | 'e-mail verification asked'
  | 'e-mail verification failed'
  | 'e-mail change asked'
  | 'e-mail changed'
  | 'e-mail change undone'
  | 'limited'

interface EventDetails {
  /** The id of the account, if there is one. */
  readonly account?: string | undefined
  /** How: by password, passkey, Google or code; for `limited` the name of the limit. */
  readonly by?: string | undefined
}

/**
 * Logs a security event with the account and the network address, so that an attack can be seen and followed. What the
 * caller typed is not logged: people type passwords in the wrong field.
 */
export function logSecurityEvent(
  c: Context,
  shop: Shop,
  event: LoggedEvent,
  { account, by }: EventDetails = {},
): void {
  const log: Log = c.get('log')
  log.info({ event, account, by, address: callerAddress(c, shop) }, event)
}

/** Logs that a limit has refused the call, when it has; rejects as `work` does. */
export async function loggingLimits<T>(
  c: Context<RequestEnv>,
  shop: Shop,
  { by, email }: { by: string; email?: string | undefined },
  work: Promise<T>,
): Promise<T> {
  return work.catch(async (error: unknown) => {
    if (error instanceof AppError && (error.status === 429 || error.status === 503))
      logSecurityEvent(c, shop, 'limited', { account: await accountIdOf(shop, email), by })
    throw error
  })
}

/** The id of the account with this e-mail address. */
export async function accountIdOf({ db }: Shop, email: string | undefined): Promise<string | undefined> {
  if (email === undefined) return undefined
  return (await db.selectFrom('user').select('id').where('email', '=', email).executeTakeFirst())?.id
}
