import type { Context, MiddlewareHandler } from 'hono'
import type { RefusalOrCode } from '#kit/server/app-error.ts'
import {
  type CallDescription,
  type Door,
  describeCall,
  FOR_COOKIE,
  FOR_SIGNED_IN,
  type Method,
} from '#kit/server/describe.ts'
import type { Limit } from '#kit/server/rate-limit.ts'
import type { RequestEnv } from '#kit/server/router.ts'
import { accountRefusals } from './refusals.ts'
import type { Wanted } from './rights.ts'
import type { Guards } from './sessions/guard.ts'
import type { SignedInUser } from './sessions/session-users.ts'

const FOR_STAFF: readonly RefusalOrCode[] = [
  'not_signed_in',
  accountRefusals.rightRequired,
  accountRefusals.secondFactorRequired,
]

type LimitedCall = CallDescription & Pick<Door, 'limit'>

type UserEnv = RequestEnv & { Variables: { user: SignedInUser } }

/** Gives the calls below their guards: they are in the context, so that a route has its guard without a shop. */
export const withGuards =
  (guards: Guards): MiddlewareHandler =>
  (c, next) => {
    c.set('guards', guards)
    return next()
  }

const guardsOf = (c: Context): Guards => c.get('guards')

/** The user of a valid access token, for a public call that answers some in another way. */
export const findCaller = (c: Context): Promise<SignedInUser | undefined> => guardsOf(c).findUser(c)

/** A call about what is the caller's own, or that decides itself what the caller may do. */
export const ownCall = <Verb extends Method, Path extends string, Call extends LimitedCall>(
  method: Verb,
  path: Path,
  call: Call,
) => {
  const guard = guardBy((guards, c) => guards.requireUser(c), call)
  return describeCall({ proof: 'bearer', refused: FOR_SIGNED_IN }, guard, method, path, call)
}

/** A call for the holder of the session cookie, from a page of the shop: how the browser gets its access token. */
export const cookieCall = <Verb extends Method, Path extends string, Call extends LimitedCall>(
  method: Verb,
  path: Path,
  call: Call,
) => {
  const guard = guardBy((guards, c) => guards.requireOwnCookie(c), call)
  return describeCall({ proof: 'cookie', refused: FOR_COOKIE }, guard, method, path, call)
}

/** A call for the staff with this right. */
export const staffCall = <Verb extends Method, Path extends string, Call extends LimitedCall>(
  right: Wanted,
  method: Verb,
  path: Path,
  call: Call,
) => {
  const guard = guardBy((guards, c) => guards.requireRight(c, right), call)
  return describeCall({ proof: 'bearer', right, refused: FOR_STAFF }, guard, method, path, call)
}

/** A call that anybody may make, and the staff with this right in another way, which `isForStaff` recognizes. */
export const sometimesStaffCall = <
  Verb extends Method,
  Path extends string,
  Call extends CallDescription & { readonly limit?: never },
>(
  right: Wanted,
  isForStaff: (c: Context) => boolean,
  method: Verb,
  path: Path,
  call: Call,
) => {
  const guard: MiddlewareHandler<RequestEnv> = async (c, next) => {
    if (isForStaff(c)) await guardsOf(c).requireRight(c, right)
    await next()
  }
  const door = { proof: 'sometimesBearer', right, refused: FOR_STAFF } as const
  return describeCall(door, guard, method, path, call)
}

/** Refuses before the body and the parameters are looked at. */
function guardBy(
  admit: (guards: Guards, c: Context) => Promise<SignedInUser>,
  { limit }: LimitedCall,
): MiddlewareHandler<UserEnv> {
  return async (c, next) => {
    const guards = guardsOf(c)
    const user = await admit(guards, c)
    c.set('user', user)
    if (limit !== undefined) await guards.count(c, user, limit)
    await next()
  }
}

/** Where other checks come before the limit: the limit for `withChecks`. */
export const countCalls =
  (limit: Limit): MiddlewareHandler<UserEnv> =>
  async (c, next) => {
    await guardsOf(c).count(c, c.get('user'), limit)
    await next()
  }
