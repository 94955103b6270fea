import { jsonAnswer, PAGING_HEADERS } from '#kit/server/describe.ts'
import { answerPage, readPage } from '#kit/server/paging.ts'
import { createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { toIso } from '#kit/time.ts'
import { PROFILE_LIMIT } from '../attempts/rate-limits.ts'
import type { Auth } from '../auth/auth.ts'
import { codeSchema, passwordSchema } from '../auth/auth-bodies.ts'
import { ownCall } from '../calls.ts'
import { checkOwnCode, describeOwnFactor } from '../codes/own-codes.ts'
import { ownFactorSchema } from '../codes/schema.ts'
import { listSecurityEvents, originOf } from '../events/events.ts'
import { securityEventSchema } from '../events/schema.ts'
import { checkOwnPasskey } from '../passkeys/check-passkey.ts'
import { assertionSchema, wayToProveSchema } from '../passkeys/schema.ts'
import { waysToProve } from '../passkeys/ways-in.ts'
import { checkOwnPassword, noteProved, requirePassword } from '../passwords/fresh-sign-in.ts'
import { accountRefusals } from '../refusals.ts'
import { hasRight } from '../rights.ts'
import { emailParam } from '../schema.ts'
import { rightRequired } from '../sessions/guard.ts'
import { findRole, unknownUser } from '../users/users.ts'
import { endOtherSessions, endOwnSession, listOwnSessions } from './own-sessions.ts'
import { ownSessionSchema } from './schema.ts'

const deleted = { 200: jsonAnswer('How many ended', z.object({ deletedCount: z.number().int() })) }

const listRoute = ownCall('get', '/session', {
  operationId: 'listSessions',
  summary: 'Where the caller is signed in, newest use first',
  limit: 'reads',
  answers: { 200: jsonAnswer('The sessions', z.array(ownSessionSchema)) },
})

const endRoute = ownCall('delete', '/session/{id}', {
  operationId: 'endSession',
  summary: 'End a session of the caller: its tokens are dead at once',
  params: z.object({ id: z.string().max(100) }),
  limit: PROFILE_LIMIT,
  answers: deleted,
})

const endOthersRoute = ownCall('delete', '/session', {
  operationId: 'endOtherSessions',
  summary: 'End all sessions of the caller but the one of this call',
  limit: PROFILE_LIMIT,
  answers: deleted,
})

const signInAgainRoute = ownCall('post', '/sign-in-again', {
  operationId: 'signInAgain',
  summary:
    'Sign in again for what wants a fresh sign-in: a password, a code of the second factor, or a passkey',
  description:
    'Within the limits of sign-in. A wrong one leaves the session alive. `code` is that of the app or a backup code. An account that has no password, or no second factor: 409. `passkey` signs a challenge of `GET /auth/passkey/generate-authenticate-options`. With Google an account signs in again by `POST /auth/sign-in/social` with `again: true`.',
  body: z
    .object({
      password: passwordSchema.optional(),
      code: codeSchema.optional(),
      passkey: assertionSchema.optional(),
    })
    .refine((given) => Object.values(given).filter((value) => value !== undefined).length === 1, {
      path: ['password'],
      error: 'The password is required, or a code or passkey in its place.',
    }),
  answers: { 200: jsonAnswer('Until when it is fresh', z.object({ until: z.string() })) },
  refusals: [
    accountRefusals.wrongPassword,
    accountRefusals.wrongCode,
    accountRefusals.wrongPasskey,
    'conflict',
    'too_many_requests',
  ],
})

const waysRoute = ownCall('get', '/sign-in-again', {
  operationId: 'listWaysToProve',
  summary: 'By what the caller can sign in again',
  limit: 'reads',
  answers: { 200: jsonAnswer('The ways', z.object({ ways: z.array(wayToProveSchema) })) },
})

const factorRoute = ownCall('get', '/second-factor', {
  operationId: 'getSecondFactor',
  summary:
    'What the caller signs in with: whether a password, and a second factor with how many backup codes',
  limit: 'reads',
  answers: { 200: jsonAnswer('What the account has', ownFactorSchema) },
})

const eventsRoute = ownCall('get', '/security-event', {
  operationId: 'listSecurityEvents',
  summary: 'What happened to the doors of an account, newest first: the own, or to staff with `people` any',
  description:
    'Events are kept for 400 days, of each account the newest 1,000. Those of an admin are for admins.',
  limit: 'reads',
  query: z.object({
    email: emailParam.shape.email.optional(),
    limit: z.string().optional(),
    after: z.string().optional(),
  }),
  answers: { 200: jsonAnswer('The events', z.array(securityEventSchema), PAGING_HEADERS) },
  refusals: [accountRefusals.secondFactorRequired, accountRefusals.rightRequired, 'not_found'],
})

/** The calls about the sessions of an account, how it signs in and in again, and what happened to it. */
export function securityApi(shop: Shop, auth: Auth) {
  return createRouter('Accounts')
    .openapi(listRoute, async (c) => c.json(await listOwnSessions(shop, c.var.user), 200))
    .openapi(endRoute, async (c) => {
      const { id } = c.req.valid('param')
      return c.json({ deletedCount: await endOwnSession(shop, c.var.user, id, originOf(c, shop)) }, 200)
    })
    .openapi(endOthersRoute, async (c) =>
      c.json({ deletedCount: await endOtherSessions(shop, c.var.user, originOf(c, shop)) }, 200),
    )
    .openapi(waysRoute, async (c) =>
      c.json({ ways: await waysToProve(shop.db, c.var.user.id, auth.google !== undefined) }, 200),
    )
    .openapi(signInAgainRoute, async (c) => {
      const { user } = c.var
      const { password, code, passkey } = c.req.valid('json')
      if (passkey) await checkOwnPasskey(c, shop, auth, user, passkey)
      else if (code !== undefined) await checkOwnCode(c, shop, user, code, auth.signIn)
      else {
        await requirePassword(shop, user)
        await checkOwnPassword(c, shop, user, password ?? '', auth)
      }
      return c.json({ until: toIso(await noteProved(shop, user)) }, 200)
    })
    .openapi(factorRoute, async (c) => c.json(await describeOwnFactor(shop, c.var.user), 200))
    .openapi(eventsRoute, async (c) => {
      const { email, ...query } = c.req.valid('query')
      const { user } = c.var
      const isOther = email !== undefined && email !== user.email
      if (isOther && !hasRight(user, 'people')) throw rightRequired('people', user)
      const of = isOther ? await findRole(shop.db, email) : user
      if (!of) throw unknownUser()
      if (of.role === 'admin' && user.role !== 'admin') throw rightRequired('admin', user)
      return answerPage(c, await listSecurityEvents(shop.db, of.id, readPage(query, ['string'])))
    })
}

export type SecurityApi = ReturnType<typeof securityApi>
