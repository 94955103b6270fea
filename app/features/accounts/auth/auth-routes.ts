import type { Context } from 'hono'
import { Hono } from 'hono'
import { AppError, invalidField } from '#kit/server/app-error.ts'
import { callerAddress, countAttempt, countHit, type Limit } from '#kit/server/rate-limit.ts'
import { invalid, type RequestEnv, type z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { createKnownBrowsers, type KnownAccount, type KnownBrowsers } from '../attempts/known-browser.ts'
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
import { createSignInLimit, type LimitedSignIn } from '../attempts/sign-in-limit.ts'
import { accountIdOf, loggingLimits, logSecurityEvent, type SecurityEvent } from '../attempts/sign-in-log.ts'
import { guessedPassword } from '../passwords/common-passwords.ts'
import { refuseOtherOrigins } from '../sessions/origin.ts'
import { accountTexts } from '../texts.ts'
import type { Auth } from './auth.ts'
import { toShopResponse } from './auth-answers.ts'
import { authBodies } from './auth-bodies.ts'
import type { CallOptions } from './library-calls.ts'
import { checkRedirectParameters, checkRedirectTargets } from './redirect-targets.ts'
import { type FirstReset, findResetAccount, resetPassword } from './reset-password.ts'
import { redirectToVerifyPage, verifyAddress } from './verification-routes.ts'

// A reset for an unknown address writes nothing and would be answered sooner, so every answer waits this long.
const RESET_ANSWER_MS = 400

/** What the calls share. */
interface Service {
  readonly shop: Shop
  readonly auth: Auth
  readonly known: KnownBrowsers
  readonly firstReset: FirstReset
  readonly signIn: LimitedSignIn
  /** Counts a call, by the account with this e-mail address too; refuses (429) past the limit, and logs that. */
  count(c: Call, limit: Limit, email?: string, name?: string): Promise<void>
  /** The library's response to the call, as the shop answers it. A session that begins is logged. */
  forward(c: Call, body?: object, options?: CallOptions): Promise<Response>
}

type Call = Context<RequestEnv>

/**
 * The sign-in service at `/api/auth/*`: the calls of the contract and no others. Bodies and limits are checked
 * before the library handles a call; its refusals become problem documents.
 */
export function authRoutes(shop: Shop, auth: Auth, firstReset: FirstReset): Hono<RequestEnv> {
  const service = createService(shop, auth, firstReset)
  const router = new Hono<RequestEnv>().basePath('/api/auth').use(async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') refuseOtherOrigins(c, shop)
    checkRedirectParameters(shop, c.req.url)
    await next()
  })
  addSignInRoutes(router, service)
  addSessionRoutes(router, service)
  addPasswordRoutes(router, service)
  addVerificationRoutes(router, service)
  return router.all('*', (c) => {
    throw notServed(c, router.routes)
  })
}

function createService(shop: Shop, auth: Auth, firstReset: FirstReset): Service {
  const known = createKnownBrowsers(shop)
  return {
    shop,
    auth,
    known,
    firstReset,
    signIn: createSignInLimit(shop, known),
    count: (c, limit, email, name = email) => {
      const counted = countHit(shop, limit, { account: name, address: callerAddress(c, shop) })
      return loggingLimits(c, shop, { by: limit.name, email }, counted)
    },
    forward: async (c, body, options) => {
      const { result, began, isNew } = await auth.handle(toLibraryRequest(c, shop, body), options)
      const response = await toShopResponse(result, shop, auth.google)
      if (!began) return response
      // The browser forgets the cookie of its former session, which nobody could end any more.
      await auth.endSession(c)
      response.headers.append('Set-Cookie', known.remember(c, began))
      const by = body ? 'password' : 'google'
      logSecurityEvent(c, shop, isNew ? 'signed up' : 'signed in', { account: began.id, by })
      return response
    },
  }
}

function addSignInRoutes(router: Hono<RequestEnv>, { shop, signIn, count, forward }: Service): void {
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
      const body = await readBody(c, shop, authBodies.signInSocial)
      await count(c, GOOGLE_LIMIT)
      return forward(c, body)
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
      if (holder) logSecurityEvent(c, shop, 'signed out', { account: holder.id })
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
      const account = await setNewPassword(service, body).catch((error: unknown) => {
        if (error instanceof AppError) logSecurityEvent(c, shop, 'password reset failed')
        throw error
      })
      logSecurityEvent(c, shop, 'password reset', { account: account.id })
      // The owner of the mailbox can sign in at once, even while others try passwords.
      const headers = { 'Cache-Control': 'no-store', 'Set-Cookie': known.remember(c, account) }
      return c.json({ status: true }, 200, headers)
    })
    .get('/reset-password/:token', (c) => forward(c))
}

async function setNewPassword(
  { shop, auth, firstReset }: Service,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<KnownAccount> {
  const { email } = await findResetAccount(shop.db, shop.now(), token)
  const guessed = guessedPassword(newPassword, email)
  if (guessed !== undefined) throw invalidField('newPassword', guessed)
  const passwordHash = await auth.hashes.hash(newPassword)
  return resetPassword(shop, { token, passwordHash, firstReset })
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
  event: SecurityEvent,
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

/** The body as its schema parses it, without unknown members. Refuses (422) redirect targets outside the shop. */
async function readBody<Schema extends z.ZodType>(
  c: Context,
  shop: Shop,
  schema: Schema,
): Promise<z.output<Schema> & object> {
  const type = c.req.header('content-type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new AppError('unsupported_media_type', 'Send the body as application/json.')
  }
  const parsed = schema.safeParse(await readJson(c))
  if (!parsed.success) throw invalid(parsed.error.issues)
  return checkRedirectTargets(shop, parsed.data as z.output<Schema> & object)
}

async function readJson(c: Context): Promise<unknown> {
  const text = await c.req.text()
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('not_json', 'The body has to be valid JSON.')
  }
}

/** The request for the library: with the checked body, if any, and with redirect targets as paths of the shop. */
function toLibraryRequest(c: Context, shop: Shop, body: object | undefined): Request {
  const url = checkRedirectParameters(shop, c.req.url)
  const headers = new Headers(c.req.raw.headers)
  // The library would store the user agent, of any length, with each session, and nothing reads it.
  for (const name of ['content-length', 'content-type', 'transfer-encoding', 'user-agent'])
    headers.delete(name)
  if (!body) return new Request(url, { method: c.req.method, headers })
  headers.set('content-type', 'application/json')
  return new Request(url, { method: c.req.method, headers, body: JSON.stringify(body) })
}
