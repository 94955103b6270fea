import type { Context, MiddlewareHandler } from 'hono'
import { AppError } from '#kit/server/problem.ts'
import { type Limit, limitCalls } from '#kit/server/rate-limit.ts'
import type { RequestEnv } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import type { SignedInUser } from './session-users.ts'
import { type AccessTokens, createAccessTokens } from './signed-tokens.ts'

/** The context of a call that a guard let through. */
type UserEnv = RequestEnv & { Variables: { user: SignedInUser } }

export interface Guards {
  readonly tokens: AccessTokens
  /** Lets a caller with a living access token through and sets `c.var.user`; others get 401. Never reads the cookie. */
  readonly requireUser: MiddlewareHandler<UserEnv>
  /** The same for admins; signed-in others get 403. */
  readonly requireAdmin: MiddlewareHandler<UserEnv>
  /** Bounds the calls of whom a guard before it let through: 429 past the limit of the account or of the address. */
  limit(limit: Limit): MiddlewareHandler<UserEnv>
}

export function createGuards(shop: Shop): Guards {
  const tokens = createAccessTokens(shop)
  const letIn = async (c: Context<UserEnv>): Promise<SignedInUser> => {
    const user = await tokens.check(bearerOf(c))
    if (!user) throw notSignedIn()
    c.set('user', user)
    c.header('Cache-Control', 'no-store')
    return user
  }
  return {
    tokens,
    requireUser: async (c, next) => {
      await letIn(c)
      await next()
    },
    requireAdmin: async (c, next) => {
      const user = await letIn(c)
      if (user.role !== 'admin') throw new AppError('forbidden', 'This is for admins only.')
      await next()
    },
    limit: (limit) => limitCalls(shop, limit, (c) => c.get('user').id),
  }
}

function notSignedIn(): AppError {
  return new AppError('not_signed_in', 'Sign in first.', {}, { 'WWW-Authenticate': 'Bearer' })
}

const bearerOf = (c: Context): string =>
  /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
