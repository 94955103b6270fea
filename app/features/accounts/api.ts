import type { MiddlewareHandler } from 'hono'
import { AppError } from '#kit/server/app-error.ts'
import {
  FOR_ADMINS,
  FOR_COOKIE,
  FOR_SIGNED_IN,
  jsonAnswer,
  jsonBody,
  PAGING_HEADERS,
  PROOF,
  refusals,
  WITH_BODY,
} from '#kit/server/describe.ts'
import { readPage, setPagingHeaders } from '#kit/server/paging.ts'
import { limitCalls } from '#kit/server/rate-limit.ts'
import { createRoute, createRouter, type RequestEnv, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { PROFILE_LIMIT } from './attempts/rate-limits.ts'
import type { Auth } from './auth/auth.ts'
import {
  emailParam,
  listedUserSchema,
  loginSchema,
  profileChangeSchema,
  profileSchema,
  tokenSchema,
  userListQuery,
} from './schema.ts'
import type { Guards } from './sessions/guard.ts'
import { refuseOtherOrigins } from './sessions/origin.ts'
import type { SignedInUser } from './sessions/session-users.ts'
import { makeAdmin, unmakeAdmin } from './users/admins.ts'
import { type AlsoFoundBy, changeProfile, findProfile, listUsers, unknownUser } from './users/users.ts'

/** The calls about tokens, profiles and admins, below `/api`. `alsoFoundBy`: where else than in name and e-mail users are searched. */
export function accountsApi(shop: Shop, auth: Auth, guards: Guards, alsoFoundBy: AlsoFoundBy) {
  const limitChanges = limitCalls<CookieEnv>(shop, PROFILE_LIMIT, (c) => c.get('holder').id)
  const calls = describeCalls(guards, requireOwnCookie(shop, auth), limitChanges)
  return createRouter()
    .openapi(calls.login, async (c) => {
      const { holder } = c.var
      if (c.req.valid('json').email !== holder.email) throw signInFirst()
      for (const cookie of await auth.renewedCookies(c)) c.header('Set-Cookie', cookie, { append: true })
      return c.json({ token: await guards.tokens.issue(holder) }, 200)
    })
    .openapi(calls.changeProfile, async (c) => {
      const { holder } = c.var
      const change = c.req.valid('json')
      // Only the form of a social sign-in has an e-mail; the other form ignores it.
      const named = change.phone === undefined ? change.email?.trim().toLowerCase() : undefined
      if (named !== undefined && named !== holder.email) throw otherAccount()
      await changeProfile(shop, holder, change)
      return c.json(
        { token: await guards.tokens.issue({ ...holder, name: change.name ?? holder.name }) },
        200,
      )
    })
    .openapi(calls.profile, async (c) => {
      const { email } = c.req.valid('param')
      const { user } = c.var
      if (email !== user.email && user.role !== 'admin') throw otherAccount()
      const profile = await findProfile(shop.db, email)
      if (!profile) throw unknownUser()
      return c.json(profile, 200)
    })
    .openapi(calls.adminCheck, (c) => {
      const { user } = c.var
      if (c.req.valid('param').email !== user.email) throw otherAccount()
      return c.json({ admin: user.role === 'admin' }, 200)
    })
    .openapi(calls.users, async (c) => {
      const query = c.req.valid('query')
      const paged = await listUsers(shop.db, query.q, readPage(query, ['string']), alsoFoundBy)
      setPagingHeaders(c, paged)
      return c.json([...paged.rows], 200)
    })
    .openapi(calls.makeAdmin, async (c) => {
      const { email } = c.req.valid('param')
      return c.json({ modifiedCount: await makeAdmin(shop, c.var.user, email) }, 200)
    })
    .openapi(calls.unmakeAdmin, async (c) => {
      const { email } = c.req.valid('param')
      return c.json({ modifiedCount: await unmakeAdmin(shop, c.var.user, email) }, 200)
    })
}

function describeCalls(
  guards: Guards,
  requireCookie: MiddlewareHandler<CookieEnv>,
  limitChanges: MiddlewareHandler<CookieEnv>,
) {
  return { ...describeOwnCalls(guards, requireCookie, limitChanges), ...describeAdminCalls(guards) }
}

const tags = ['Accounts']

/** The calls about the caller's own account. */
function describeOwnCalls(
  { requireUser }: Guards,
  requireCookie: MiddlewareHandler<CookieEnv>,
  limitChanges: MiddlewareHandler<CookieEnv>,
) {
  const tokenAnswer = { 200: jsonAnswer('A new access token', tokenSchema) }
  return {
    login: createRoute({
      method: 'post',
      path: '/login',
      operationId: 'createToken',
      tags,
      security: PROOF.cookie,
      summary: 'A new access token for the holder of the session cookie',
      middleware: [requireCookie] as const,
      request: jsonBody(loginSchema),
      responses: { ...tokenAnswer, ...refusals(...FOR_COOKIE, ...WITH_BODY) },
    }),
    changeProfile: createRoute({
      method: 'put',
      path: '/user/{email}',
      operationId: 'changeProfile',
      tags,
      security: PROOF.cookie,
      summary: "Change the session cookie's holder's own profile",
      middleware: [requireCookie, limitChanges] as const,
      request: { params: emailParam, ...jsonBody(profileChangeSchema) },
      responses: { ...tokenAnswer, ...refusals(...FOR_COOKIE, ...WITH_BODY, 'too_many_requests') },
    }),
    profile: createRoute({
      method: 'get',
      path: '/user/{email}',
      operationId: 'getProfile',
      tags,
      security: PROOF.bearer,
      summary: 'A profile: the own, or to an admin any',
      middleware: [requireUser] as const,
      request: { params: emailParam },
      responses: {
        200: jsonAnswer('The profile', profileSchema),
        ...refusals(...FOR_SIGNED_IN, 'forbidden', 'not_found'),
      },
    }),
    adminCheck: createRoute({
      method: 'get',
      path: '/admin/{email}',
      operationId: 'checkAdmin',
      tags,
      security: PROOF.bearer,
      summary: 'Whether the caller is an admin',
      middleware: [requireUser] as const,
      request: { params: emailParam },
      responses: {
        200: jsonAnswer('Whether', z.object({ admin: z.boolean() })),
        ...refusals(...FOR_SIGNED_IN, 'forbidden'),
      },
    }),
  }
}

function describeAdminCalls({ requireAdmin }: Guards) {
  return {
    users: createRoute({
      method: 'get',
      path: '/user',
      operationId: 'listUsers',
      tags,
      security: PROOF.bearer,
      summary: 'All users, newest first',
      description:
        '`q` matches users with every word, ignoring case: in name, e-mail, or a company of the address book.',
      middleware: [requireAdmin] as const,
      request: { query: userListQuery },
      responses: {
        200: jsonAnswer('The users', z.array(listedUserSchema), PAGING_HEADERS),
        ...refusals(...FOR_ADMINS),
      },
    }),
    makeAdmin: createRoute({
      method: 'put',
      path: '/user/admin/{email}',
      operationId: 'makeAdmin',
      tags,
      security: PROOF.bearer,
      summary: 'Make a user an admin',
      middleware: [requireAdmin] as const,
      request: { params: emailParam },
      responses: {
        200: jsonAnswer('How many became one', z.object({ modifiedCount: z.number().int() })),
        ...refusals(...FOR_ADMINS, 'not_found', 'conflict'),
      },
    }),
    unmakeAdmin: createRoute({
      method: 'delete',
      path: '/user/admin/{email}',
      operationId: 'unmakeAdmin',
      tags,
      security: PROOF.bearer,
      summary: 'Take the role of admin from a user',
      description: 'It takes effect at once, in all sessions of that user. The last admin is refused.',
      middleware: [requireAdmin] as const,
      request: { params: emailParam },
      responses: {
        200: jsonAnswer('How many lost it', z.object({ modifiedCount: z.number().int() })),
        ...refusals(...FOR_ADMINS, 'not_found', 'conflict'),
      },
    }),
  }
}

type CookieEnv = RequestEnv & { Variables: { holder: SignedInUser } }

/**
 * Requires the cookie of a valid session, sent from a page of the shop. An e-mail address in the path has to be that of
 * the session's user. Refuses with 401 or 403, before the body is read.
 */
function requireOwnCookie(shop: Shop, auth: Auth): MiddlewareHandler<CookieEnv> {
  return async (c, next) => {
    refuseOtherOrigins(c, shop)
    c.header('Cache-Control', 'no-store')
    const holder = await auth.sessionOf(c)
    const named = c.req.param('email')
    if (!holder || (named !== undefined && named.trim().toLowerCase() !== holder.email)) throw signInFirst()
    c.set('holder', holder)
    await next()
  }
}

const signInFirst = (): AppError => new AppError('not_signed_in', 'Sign in with this e-mail address first.')

const otherAccount = (): AppError => new AppError('forbidden', 'This belongs to another account.')
