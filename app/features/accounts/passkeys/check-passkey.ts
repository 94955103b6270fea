import type { Context } from 'hono'
import { AppError } from '#kit/server/app-error.ts'
import { callerAddress, countHit } from '#kit/server/rate-limit.ts'
import type { Shop } from '#kit/shop.ts'
import { noteSecurityEvent } from '../attempts/note-event.ts'
import { PASSKEY_LIMIT } from '../attempts/rate-limits.ts'
import { loggingLimits } from '../attempts/sign-in-log.ts'
import type { Auth } from '../auth/auth.ts'
import type { CallOutcome } from '../auth/library-calls.ts'
import { accountRefusals } from '../refusals.ts'
import type { SignedInUser } from '../sessions/session-users.ts'
import type { Assertion } from './schema.ts'

type LibraryCall = 'generate-register-options' | 'verify-registration' | 'verify-authentication'

/** A call of the library's plugin by the browser of a call, with nothing else that the call has. */
function libraryRequest(c: Context, shop: Shop, call: LibraryCall, body?: object): Request {
  const headers = new Headers({ 'Content-Type': 'application/json' })
  for (const name of ['Cookie', 'Origin']) {
    const value = c.req.header(name)
    if (value !== undefined) headers.set(name, value)
  }
  const url = new URL(`/api/auth/passkey/${call}`, shop.config.publicUrl)
  return new Request(url, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })
}

/** Asks the library for a challenge to add a passkey, whatever else the call asks. */
export async function askToAdd(c: Context, shop: Shop, auth: Pick<Auth, 'handle'>): Promise<Response> {
  return (await auth.handle(libraryRequest(c, shop, 'generate-register-options'))).result
}

/** Has the library check a passkey against the challenge of the call's cookie, and no more: the shop goes on with what it found. */
export function checkPasskey(
  c: Context,
  shop: Shop,
  auth: Pick<Auth, 'handle'>,
  call: 'verify-registration' | 'verify-authentication',
  body: object,
): Promise<CallOutcome<Response>> {
  return auth.handle(libraryRequest(c, shop, call, body), { onlyChecks: true })
}

/** Checks a passkey of the account of a session. Refused (401 `wrong_passkey`): the session stays alive. */
export async function checkOwnPasskey(
  c: Context,
  shop: Shop,
  auth: Pick<Auth, 'handle'>,
  { id }: Pick<SignedInUser, 'id'>,
  response: Assertion,
): Promise<void> {
  const counted = countHit(shop, PASSKEY_LIMIT, { address: callerAddress(c, shop) })
  await loggingLimits(c, shop, { by: PASSKEY_LIMIT.name }, counted)
  const { usedPasskey } = await checkPasskey(c, shop, auth, 'verify-authentication', { response })
  if (usedPasskey?.userId === id) return
  await noteSecurityEvent(c, shop, 'sign_in_failed', { account: id, by: 'passkey' })
  throw new AppError(accountRefusals.wrongPasskey, 'This is not a passkey of your account. Try again.')
}
