import type { Context } from 'hono'
import { Hono } from 'hono'
import { guessedPassword } from '#features/passwords/passwords.ts'
import { AppError, invalidField } from '#kit/server/app-error.ts'
import { callerAddress, countAttempt, countHit } from '#kit/server/rate-limit.ts'
import type { RequestEnv } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import type { KnownAccount } from '../attempts/known-browser.ts'
import { noteSecurityEvent } from '../attempts/note-event.ts'
import {
  GOOGLE_CALLBACK_LIMIT,
  GOOGLE_LIMIT,
  MAILBOX_LIMIT,
  NEW_ACCOUNT_LIMIT,
  PROFILE_LIMIT,
  RESET_LIMIT,
  RESET_TOKEN_LIMIT,
  SIGN_UP_LIMIT,
} from '../attempts/rate-limits.ts'
import { accountIdOf, type LoggedEvent, loggingLimits, logSecurityEvent } from '../attempts/sign-in-log.ts'
import { type Origin, originOf } from '../events/events.ts'
import { onlyFor } from '../google/google-sign-in.ts'
import { addPasskeyRoutes } from '../passkeys/passkey-routes.ts'
import { changeOwnPassword } from '../passwords/change-password.ts'
import type { Guards } from '../sessions/guard.ts'
import { refuseOtherOrigins } from '../sessions/origin.ts'
import { accountTexts } from '../texts.ts'
import type { Auth } from './auth.ts'
import { authBodies, readBody } from './auth-bodies.ts'
import { checkRedirectParameters } from './redirect-targets.ts'
import { type FirstReset, findResetAccount, resetPassword } from './reset-password.ts'
import { type Call, createService, type Service } from './service.ts'
import { redirectToVerifyPage, verifyAddress } from './verification-routes.ts'

// A reset for an unknown address writes nothing and would be answered sooner, so every answer waits this long.
const RESET_ANSWER_MS = 400

/** Adds calls of another area, which has this one below it. */
export type AddRoutes = (router: Hono<RequestEnv>, service: Service) => void

/**
 * The sign-in service at `/api/auth/*`: the calls of the contract and no others. Bodies and limits are checked
 * before the library handles a call; its refusals become problem documents.
 */
export function authRoutes(
  shop: Shop,
  auth: Auth,
  firstReset: FirstReset,
  guards: Pick<Guards, 'findUser'>,
  more: readonly AddRoutes[],
): Hono<RequestEnv> {
  const service = createService(shop, auth, firstReset, guards)
  const router = new Hono<RequestEnv>().basePath('/api/auth').use(async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') refuseOtherOrigins(c, shop)
    checkRedirectParameters(shop, c.req.url)
    await next()
  })
  addSignInRoutes(router, service)
  addSessionRoutes(router, service)
  addPasswordRoutes(router, service)
  addVerificationRoutes(router, service)
  addPasskeyRoutes(router, service)
  for (const add of more) add(router, service)
  return router.all('*', (c) => {
    throw notServed(c, router.routes)
  })
}

function addSignInRoutes(router: Hono<RequestEnv>, { shop, auth, signIn, count, forward }: Service): void {
  router
    .post('/sign-up/email', async (c) => {
      const body = await readBody(c, shop, authBodies.signUp)
      await count(c, SIGN_UP_LIMIT, body.email)
      return signUp(c, shop, body.email, () => forward(c, body, { newPassword: body.password }))
    })
    .post('/sign-in/email', async (c) => {
      const body = await readBody(c, shop, authBodies.signIn)
      return signIn(c, body.email, () => forward(c, body))
    })
    .post('/sign-in/social', async (c) => {
      const { again, ...body } = await readBody(c, shop, authBodies.signInSocial)
      const holder = again ? await auth.sessionOf(c) : undefined
      if (again && !holder) throw new AppError('not_signed_in', 'Sign in first.')
      await count(c, GOOGLE_LIMIT)
      return forward(c, { ...body, ...(holder && { additionalData: onlyFor(holder) }) })
    })
    .get('/callback/:provider', async (c) => {
      await count(c, GOOGLE_CALLBACK_LIMIT)
      const response = await forward(c, undefined, { address: callerAddress(c, shop) })
      const error = new URL(response.headers.get('Location') ?? '/', shop.config.publicUrl).searchParams.get(
        'error',
      )
      if (error !== null) logSecurityEvent(c, shop, 'sign-in failed', { by: 'google' })
      return response
    })
    .get('/error', (c) => forward(c))
}

function addSessionRoutes(router: Hono<RequestEnv>, { shop, auth, count, forward }: Service): void {
  router
    .post('/sign-out', async (c) => {
      const holder = await auth.sessionOf(c)
      // The library would report success even when it could not end the session.
      await auth.endSession(c)
      if (holder) await noteSecurityEvent(c, shop, 'signed_out', { account: holder.id })
      return forward(c)
    })
    .get('/get-session', async (c) => {
      if (await auth.sessionOf(c)) return forward(c)
      return c.json(null, 200, { 'Cache-Control': 'no-store' })
    })
    .post('/update-user', async (c) => {
      const holder = await auth.sessionOf(c)
      if (!holder) throw new AppError('not_signed_in', accountTexts.profile.notSignedIn)
      const body = await readBody(c, shop, authBodies.updateUser)
      await count(c, PROFILE_LIMIT, holder.id)
      return forward(c, body)
    })
}

function addPasswordRoutes(router: Hono<RequestEnv>, service: Service): void {
  const { shop, known, count, forward } = service
  router
    .post('/request-password-reset', async (c) => {
      const body = await readBody(c, shop, authBodies.requestReset)
      await countMail(c, service, body.email)
      const [response] = await Promise.all([
        askForMail(c, service, 'password reset asked', body),
        new Promise((resolve) => setTimeout(resolve, RESET_ANSWER_MS)),
      ])
      return response
    })
    .post('/reset-password', async (c) => {
      const body = await readBody(c, shop, authBodies.reset)
      await count(c, RESET_TOKEN_LIMIT)
      const account = await setNewPassword(service, body, originOf(c, shop)).catch((error: unknown) => {
        if (error instanceof AppError) logSecurityEvent(c, shop, 'password reset failed')
        throw error
      })
      logSecurityEvent(c, shop, 'password reset', { account: account.id })
      // The owner of the mailbox can sign in at once, even while others try passwords.
      const headers = { 'Cache-Control': 'no-store', 'Set-Cookie': known.remember(c, account) }
      return c.json({ status: true }, 200, headers)
    })
    .get('/reset-password/:token', (c) => forward(c))
    .post('/change-password', async (c) => {
      const user = await service.holderOf(c)
      if (!user) throw new AppError('not_signed_in', 'Sign in first.')
      return changeOwnPassword(c, service, user, await readBody(c, shop, authBodies.changePassword))
    })
}

async function setNewPassword(
  { shop, auth, firstReset }: Service,
  { token, newPassword }: { token: string; newPassword: string },
  origin: Origin,
): Promise<KnownAccount> {
  const { email } = await findResetAccount(shop.db, shop.now(), token)
  const guessed = guessedPassword(newPassword, email)
  if (guessed !== undefined) throw invalidField('newPassword', guessed)
  const passwordHash = await auth.hashes.hash(newPassword)
  return resetPassword(shop, { token, passwordHash, firstReset, origin })
}

/** Nobody can use up the mails of a browser that is known to the account. */
async function countMail(c: Call, { known, count }: Service, email: string): Promise<void> {
  const { name } = await known.find(c, email)
  await count(c, RESET_LIMIT, email, name)
}

/** Asks for a mail with a link. Above the limit of the mailbox the answer is the same, and no mail is sent. */
async function askForMail(
  c: Call,
  { shop, known, forward }: Service,
  event: LoggedEvent,
  body: { email: string },
): Promise<Response> {
  const { account, name } = await known.find(c, body.email)
  const isWithin = await countHit(shop, MAILBOX_LIMIT, { address: name }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false
      throw error
    },
  )
  const details = { account: account?.id, ...(!isWithin && { by: MAILBOX_LIMIT.name }) }
  logSecurityEvent(c, shop, isWithin ? event : 'limited', details)
  return forward(c, body, { withoutMails: !isWithin })
}

function addVerificationRoutes(router: Hono<RequestEnv>, service: Service): void {
  const { shop, auth, signIn, count } = service
  router
    .post('/send-verification-email', async (c) => {
      const body = await readBody(c, shop, authBodies.requestVerification)
      await countMail(c, service, body.email)
      return askForMail(c, service, 'e-mail verification asked', body)
    })
    .get('/verify-email', redirectToVerifyPage)
    .post('/verify-email', async (c) => {
      const body = await readBody(c, shop, authBodies.verifyEmail)
      await count(c, RESET_TOKEN_LIMIT)
      return verifyAddress(c, shop, body, {
        holder: await auth.sessionOf(c),
        signIn,
        hashes: auth.hashes,
        onVerified: auth.onVerified,
      })
    })
}

function notServed(c: Context, served: readonly { path: string; method: string }[]): AppError {
  const methods = served
    .filter(({ path, method }) => path === c.req.path && method !== 'ALL')
    .map(({ method }) => method)
  if (methods.length === 0) return new AppError('not_found', 'There is no such call.')
  const allow = (methods.includes('GET') ? [...methods, 'HEAD'] : methods).join(', ')
  return new AppError('method_not_allowed', `This call takes ${allow}.`, {}, { Allow: allow })
}

/** Counts the account before its password is hashed, unless the call makes none. */
async function signUp(
  c: Call,
  shop: Shop,
  email: string,
  attempt: () => Promise<Response>,
): Promise<Response> {
  const counted = countAttempt(shop, NEW_ACCOUNT_LIMIT, { address: callerAddress(c, shop) })
  const takeBack = await loggingLimits(c, shop, { by: NEW_ACCOUNT_LIMIT.name, email }, counted)
  const response = await attempt().catch(async (error: unknown) => {
    await takeBack()
    throw error
  })
  if (response.status === 200) return response
  await takeBack()
  logSecurityEvent(c, shop, 'sign-up failed', { account: await accountIdOf(shop, email) })
  return response
}
