import type { Context } from 'hono'
import { AppError } from '#kit/server/app-error.ts'
import {
  callerAddress,
  countHit,
  createReadLimit,
  type Limit,
  OWN_READ_LIMIT,
} from '#kit/server/rate-limit.ts'
import type { Shop } from '#kit/shop.ts'
import type { Auth } from '../auth/auth.ts'
import { accountRefusals } from '../refusals.ts'
import { hasRight, holdsRight, namedRight, rightsOf, type Standing, type Wanted } from '../rights.ts'
import { accountTexts, rightTexts } from '../texts.ts'
import { refuseOtherOrigins } from './origin.ts'
import { createSeenNotes } from './seen-notes.ts'
import type { SignedInUser } from './session-users.ts'
import { type AccessTokens, createAccessTokens, type IsInCompany } from './signed-tokens.ts'

/** What the doors of calls ask. */
export interface Guards {
  readonly tokens: AccessTokens
  /** The user of a valid access token, for calls that anybody may make. Never reads the cookie. */
  findUser(c: Context): Promise<SignedInUser | undefined>
  /** The same by the header `Authorization`, where no call is answered yet. */
  findUserBy(authorization: string): Promise<SignedInUser | undefined>
  /** The same for calls that need one: refuses with 401. */
  requireUser(c: Context): Promise<SignedInUser>
  /** The same for staff with this right; refuses others with 403. */
  requireRight(c: Context, wanted: Wanted): Promise<SignedInUser>
  /**
   * Requires the cookie of a valid session, sent from a page of the shop. An e-mail address in the path has to be that of the
   * session's user. Refuses with 401 or 403.
   */
  requireOwnCookie(c: Context): Promise<SignedInUser>
  /** Counts a call by account and by address; refuses with 429. `reads`: with all reads of what is the caller's own. */
  count(c: Context, user: SignedInUser, limit: Limit | 'reads'): Promise<void>
}

export function createGuards(shop: Shop, auth: Auth, isInCompany: IsInCompany): Guards {
  const tokens = createAccessTokens(shop, isInCompany)
  const noteSeen = createSeenNotes(shop)
  const countRead = createReadLimit(shop, OWN_READ_LIMIT)
  const findUser: Guards['findUser'] = (c) => tokens.check(bearerOf(c))
  const requireUser: Guards['requireUser'] = async (c) => {
    const user = await findUser(c)
    if (!user) throw notSignedIn()
    keepPrivate(c)
    await noteSeen(user)
    return user
  }
  return {
    tokens,
    findUser,
    findUserBy: (authorization) => tokens.check(readBearer(authorization)),
    requireUser,
    requireRight: async (c, wanted) => {
      const user = await requireUser(c)
      if (!hasRight(user, wanted)) throw rightRequired(wanted, user)
      return user
    },
    requireOwnCookie: async (c) => {
      refuseOtherOrigins(c, shop)
      keepPrivate(c)
      const holder = await auth.sessionOf(c)
      const named = c.req.param('email')
      if (!holder || (named !== undefined && named.trim().toLowerCase() !== holder.email)) throw signInFirst()
      await noteSeen(holder)
      return holder
    },
    count: async (c, { id: account }, limit) => {
      const caller = { account, address: callerAddress(c, shop) }
      if (limit === 'reads') countRead(caller)
      else await countHit(shop, limit, caller)
    },
  }
}

const keepPrivate = (c: Context): void => c.header('Cache-Control', 'no-store')

/** The refusal of what wants a right that the caller does not have. */
export function rightRequired(wanted: Wanted, caller: Standing): AppError {
  const right = namedRight(wanted)
  const extras = { right, rights: rightsOf(caller) }
  if (caller.lacksFactor && holdsRight(caller, wanted))
    return new AppError(accountRefusals.secondFactorRequired, accountTexts.factor.required, extras)
  const detail =
    right === 'admin'
      ? 'This is for admins only.'
      : `This needs the right “${rightTexts[right].name}”, which your account does not have. An admin can give it on All User.`
  return new AppError(accountRefusals.rightRequired, detail, extras)
}

function notSignedIn(): AppError {
  return new AppError('not_signed_in', 'Sign in first.', {}, { 'WWW-Authenticate': 'Bearer' })
}

export const signInFirst = (): AppError =>
  new AppError('not_signed_in', 'Sign in with this e-mail address first.')

const bearerOf = (c: Context): string => readBearer(c.req.header('authorization') ?? '')

/** The access token of a header `Authorization`; '' when it has none. */
const readBearer = (authorization: string): string => /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? ''
