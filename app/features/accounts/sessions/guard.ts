import type { Context, MiddlewareHandler } from 'hono'
import { AppError } from '#kit/server/app-error.ts'
import { type Limit, limitCalls, limitReads, OWN_READ_LIMIT } from '#kit/server/rate-limit.ts'
import type { RequestEnv } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import type { SignedInUser } from './session-users.ts'
import { type AccessTokens, createAccessTokens } from './signed-tokens.ts'

/** The context of a call after a guard. */
type UserEnv = RequestEnv & { Variables: { user: SignedInUser } }

export interface Guards {
  readonly tokens: AccessTokens
  /** Requires a valid access token and sets `c.var.user`; refuses with 401. Never reads the cookie. */
  readonly requireUser: MiddlewareHandler<UserEnv>
  /** The user of a valid access token, for calls that anybody may make. */
  findUser(c: Context): Promise<SignedInUser | undefined>
  /** The same for admins; refuses other users with 403. */
  readonly requireAdmin: MiddlewareHandler<UserEnv>
  /** Limits calls by account and by address, after a guard; refuses with 429. */
  limit(limit: Limit): MiddlewareHandler<UserEnv>
  /** Limits reads of what is the caller's own, of all calls together, after a guard; refuses with 429. */
  readonly limitReads: MiddlewareHandler<UserEnv>
}

export function createGuards(shop: Shop): Guards {
  const tokens = createAccessTokens(shop)
  const authenticate = async (c: Context<UserEnv>): Promise<SignedInUser> => {
    const user = await tokens.check(bearerOf(c))
    if (!user) throw notSignedIn()
    c.set('user', user)
    c.header('Cache-Control', 'no-store')
    return user
  }
  return {
    tokens,
    findUser: (c) => tokens.check(bearerOf(c)),
    requireUser: async (c, next) => {
      await authenticate(c)
      await next()
    },
    requireAdmin: async (c, next) => {
      const user = await authenticate(c)
      if (user.role !== 'admin') throw new AppError('forbidden', 'This is for admins only.')
      await next()
    },
    limit: (limit) => limitCalls(shop, limit, (c) => c.get('user').id),
    limitReads: limitReads(shop, OWN_READ_LIMIT, (c) => c.get('user').id),
  }
}

function notSignedIn(): AppError {
  return new AppError('not_signed_in', 'Sign in first.', {}, { 'WWW-Authenticate': 'Bearer' })
}

const bearerOf = (c: Context): string =>
  /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
