import type { Context } from 'hono'
import { AppError, invalidField } from '#kit/server/app-error.ts'
import { jsonAnswer, publicCall } from '#kit/server/describe.ts'
import { callerAddress, countHit } from '#kit/server/rate-limit.ts'
import { createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { NEW_EMAIL_LIMIT, RESET_TOKEN_LIMIT } from '../attempts/rate-limits.ts'
import { logSecurityEvent } from '../attempts/sign-in-log.ts'
import type { Auth } from '../auth/auth.ts'
import { ownCall } from '../calls.ts'
import { originOf } from '../events/events.ts'
import { requireFresh } from '../passwords/fresh-sign-in.ts'
import { accountRefusals } from '../refusals.ts'
import { emailParam, emailSchema } from '../schema.ts'
import type { AccessTokens } from '../sessions/signed-tokens.ts'
import { askForNewEmail, confirmNewEmail, type HasEntered } from './new-emails.ts'
import { undoNewEmail } from './undo-new-email.ts'

const askRoute = ownCall('post', '/user/{email}/new-email', {
  operationId: 'askForNewEmail',
  summary: 'Ask for another e-mail address for the own account: that address gets a link',
  description:
    'The answer is the same when the address is taken, which then gets no link. The link works for 24 hours, in the session of the account; an earlier one dies.',
  params: emailParam,
  body: z.object({ email: emailSchema }),
  limit: NEW_EMAIL_LIMIT,
  mayBeMissing: true,
  answers: { 202: jsonAnswer('A mail is on its way', z.object({ status: z.literal(true) })) },
  refusals: ['forbidden', accountRefusals.signInAgain],
})

const tokenBody = z.object({ token: z.string().max(100) })

const confirmRoute = ownCall('post', '/new-email/confirm', {
  operationId: 'confirmNewEmail',
  summary: 'Change the e-mail address of the caller to the one that got the link',
  description:
    'Every access token goes on working; the new one has the new address. The old address gets a link by which the change is taken back within 7 days, and nobody else can have it until then.',
  body: tokenBody,
  answers: { 200: jsonAnswer('Changed', z.object({ email: z.string(), token: z.string() })) },
  refusals: ['not_found', 'conflict', 'too_many_requests'],
})

const undoRoute = publicCall('post', '/new-email/undo', {
  operationId: 'undoNewEmail',
  summary: 'Take a change of an e-mail address back, by the link that the old address got',
  description: 'Every session of the account ends.',
  body: tokenBody,
  answers: { 200: jsonAnswer('The address of the account', z.object({ email: z.string() })) },
  refusals: ['not_found', 'conflict', 'too_many_requests'],
})

/** The calls by which an account gets another e-mail address. */
export function newEmailApi(shop: Shop, auth: Auth, tokens: AccessTokens, hasEntered: HasEntered) {
  const { onVerified } = auth
  const countToken = (c: Context) => countHit(shop, RESET_TOKEN_LIMIT, { address: callerAddress(c, shop) })
  return createRouter('Accounts')
    .openapi(askRoute, async (c) => {
      const { user } = c.var
      const { email } = c.req.valid('json')
      if (c.req.valid('param').email !== user.email)
        throw new AppError('forbidden', 'This belongs to another account.')
      requireFresh(user, shop.now())
      if (email === user.email) throw invalidField('email', 'This is your address already.')
      await askForNewEmail(shop, user, email)
      logSecurityEvent(c, shop, 'e-mail change asked', { account: user.id })
      return c.json({ status: true as const }, 202)
    })
    .openapi(confirmRoute, async (c) => {
      await countToken(c)
      const { user } = c.var
      const { token } = c.req.valid('json')
      const confirmation = { token, origin: originOf(c, shop), onVerified, hasEntered }
      const email = await confirmNewEmail(shop, user, confirmation)
      logSecurityEvent(c, shop, 'e-mail changed', { account: user.id })
      return c.json({ email, token: await tokens.issue({ ...user, email }) }, 200)
    })
    .openapi(undoRoute, async (c) => {
      await countToken(c)
      const { token } = c.req.valid('json')
      const { userId, email } = await undoNewEmail(shop, { token, origin: originOf(c, shop), hasEntered })
      logSecurityEvent(c, shop, 'e-mail change undone', { account: userId })
      return c.json({ email }, 200, { 'Cache-Control': 'no-store' })
    })
}

export type NewEmailApi = ReturnType<typeof newEmailApi>
