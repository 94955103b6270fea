import { AppError } from '#kit/server/app-error.ts'
import { jsonAnswer, PAGING_HEADERS } from '#kit/server/describe.ts'
import { answerPage, readPage } from '#kit/server/paging.ts'
import { createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { PROFILE_LIMIT } from './attempts/rate-limits.ts'
import type { Auth } from './auth/auth.ts'
import { cookieCall, ownCall, staffCall } from './calls.ts'
import { requireFresh } from './passwords/fresh-sign-in.ts'
import { accountRefusals } from './refusals.ts'
import { hasRight, holdsRight, rightsOf } from './rights.ts'
import {
  emailParam,
  listedUserSchema,
  loginSchema,
  profileChangeSchema,
  profileSchema,
  rightsSchema,
  standingSchema,
  tokenSchema,
  userListQuery,
} from './schema.ts'
import { rightRequired, signInFirst } from './sessions/guard.ts'
import type { SignedInUser } from './sessions/session-users.ts'
import type { AccessTokens } from './sessions/signed-tokens.ts'
import { makeAdmin, unmakeAdmin } from './users/admins.ts'
import { endSessionsOf } from './users/end-sessions.ts'
import { hadEmail } from './users/reserved-emails.ts'
import { setRights } from './users/staff.ts'
import { type AlsoFoundBy, changeProfile, findProfile, listUsers, unknownUser } from './users/users.ts'

const tokenAnswer = { 200: jsonAnswer('A new access token', tokenSchema) }

const loginRoute = cookieCall('post', '/login', {
  operationId: 'createToken',
  summary: 'A new access token for the holder of the session cookie',
  body: loginSchema,
  answers: tokenAnswer,
})

const changeProfileRoute = cookieCall('put', '/user/{email}', {
  operationId: 'changeProfile',
  summary: "Change the session cookie's holder's own profile",
  params: emailParam,
  body: profileChangeSchema,
  limit: PROFILE_LIMIT,
  mayBeMissing: true,
  answers: tokenAnswer,
})

const profileRoute = ownCall('get', '/user/{email}', {
  operationId: 'getProfile',
  summary: 'A profile: the own, or to staff who look users up any',
  params: emailParam,
  answers: { 200: jsonAnswer('The profile', profileSchema) },
  refusals: ['forbidden', accountRefusals.secondFactorRequired],
})

const adminCheckRoute = ownCall('get', '/admin/{email}', {
  operationId: 'checkAdmin',
  summary: 'Whether the caller is an admin, and what the caller may do as one of the staff',
  params: emailParam,
  mayBeMissing: true,
  answers: { 200: jsonAnswer('Whether', standingSchema) },
  refusals: ['forbidden'],
})

/** Who may see the users. */
const FOR_LOOKING_UP = ['people', 'orders'] as const

const usersRoute = staffCall(FOR_LOOKING_UP, 'get', '/user', {
  operationId: 'listUsers',
  summary: 'All users, newest first',
  description:
    '`q` matches users with every word, ignoring case: in name, e-mail, or a company of the address book.',
  query: userListQuery,
  answers: { 200: jsonAnswer('The users', z.array(listedUserSchema), PAGING_HEADERS) },
})

const makeAdminRoute = staffCall('admin', 'put', '/user/admin/{email}', {
  operationId: 'makeAdmin',
  summary: 'Make a user an admin',
  params: emailParam,
  answers: { 200: jsonAnswer('How many became one', z.object({ modifiedCount: z.number().int() })) },
  refusals: ['conflict', accountRefusals.signInAgain],
})

const setRightsRoute = staffCall('admin', 'put', '/user/staff/{email}', {
  operationId: 'setRights',
  summary: 'Give a user exactly these rights of the staff',
  description:
    'None takes them away. They hold at once, in all sessions of that user. An admin has all of them.',
  params: emailParam,
  body: z.object({ rights: rightsSchema }),
  answers: { 200: jsonAnswer('How many were changed', z.object({ modifiedCount: z.number().int() })) },
  refusals: ['conflict', accountRefusals.signInAgain],
})

const unmakeAdminRoute = staffCall('admin', 'delete', '/user/admin/{email}', {
  operationId: 'unmakeAdmin',
  summary: 'Take the role of admin from a user',
  description: 'It takes effect at once, in all sessions of that user. The last admin is refused.',
  params: emailParam,
  answers: { 200: jsonAnswer('How many lost it', z.object({ modifiedCount: z.number().int() })) },
  refusals: ['conflict', accountRefusals.signInAgain],
})

const endSessionsRoute = staffCall('people', 'delete', '/user/{email}/session', {
  operationId: 'endSessionsOf',
  summary: 'End every session of an account (admin)',
  description:
    'Its tokens are dead at once, a sign-in that waits for a code has ended, and the owner gets a mail. Of an admin only by admins.',
  params: emailParam,
  answers: { 200: jsonAnswer('How many ended', z.object({ deletedCount: z.number().int() })) },
})

/**
 * The calls about tokens, profiles and admins, below `/api`. `alsoFoundBy`: where else than in name and e-mail users are
 * searched.
 */
export function accountsApi(shop: Shop, auth: Auth, tokens: AccessTokens, alsoFoundBy: AlsoFoundBy) {
  return createRouter('Accounts')
    .openapi(loginRoute, async (c) => {
      const { user } = c.var
      const { email } = c.req.valid('json')
      if (email !== user.email && !(await hadEmail(shop.db, user.id, email))) throw signInFirst()
      for (const cookie of await auth.renewedCookies(c)) c.header('Set-Cookie', cookie, { append: true })
      return c.json({ token: await tokens.issue(user) }, 200)
    })
    .openapi(changeProfileRoute, async (c) => {
      const { user } = c.var
      const change = c.req.valid('json')
      // Only the form of a social sign-in has an e-mail; the other form ignores it.
      const named = change.phone === undefined ? change.email?.trim().toLowerCase() : undefined
      if (named !== undefined && named !== user.email) throw otherAccount()
      await changeProfile(shop, user, change)
      return c.json({ token: await tokens.issue({ ...user, name: change.name ?? user.name }) }, 200)
    })
    .openapi(profileRoute, async (c) => {
      const { email } = c.req.valid('param')
      const { user } = c.var
      if (email !== user.email) requireLookingUp(user)
      const profile = await findProfile(shop.db, email)
      if (!profile) throw unknownUser()
      return c.json(profile, 200)
    })
    .openapi(adminCheckRoute, (c) => {
      const { user } = c.var
      if (c.req.valid('param').email !== user.email) throw otherAccount()
      const standing = { admin: user.role === 'admin', rights: [...rightsOf(user)] }
      return c.json({ ...standing, ...(user.lacksFactor && { secondFactorRequired: true as const }) }, 200)
    })
    .openapi(usersRoute, async (c) => {
      const query = c.req.valid('query')
      return answerPage(c, await listUsers(shop.db, query.q, readPage(query, ['string']), alsoFoundBy))
    })
    .openapi(makeAdminRoute, async (c) => {
      const { email } = c.req.valid('param')
      requireFresh(c.var.user, shop.now())
      return c.json({ modifiedCount: await makeAdmin(shop, c.var.user, email) }, 200)
    })
    .openapi(setRightsRoute, async (c) => {
      const { email } = c.req.valid('param')
      const { rights } = c.req.valid('json')
      requireFresh(c.var.user, shop.now())
      return c.json({ modifiedCount: await setRights(shop, c.var.user, email, rights) }, 200)
    })
    .openapi(unmakeAdminRoute, async (c) => {
      const { email } = c.req.valid('param')
      requireFresh(c.var.user, shop.now())
      return c.json({ modifiedCount: await unmakeAdmin(shop, c.var.user, email) }, 200)
    })
    .openapi(endSessionsRoute, async (c) => {
      const { email } = c.req.valid('param')
      return c.json({ deletedCount: await endSessionsOf(shop, c.var.user, email) }, 200)
    })
}

const otherAccount = (): AppError => new AppError('forbidden', 'This belongs to another account.')

function requireLookingUp(user: SignedInUser): void {
  if (hasRight(user, FOR_LOOKING_UP)) return
  throw holdsRight(user, FOR_LOOKING_UP) ? rightRequired(FOR_LOOKING_UP, user) : otherAccount()
}
