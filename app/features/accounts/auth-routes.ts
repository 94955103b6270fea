import type { Context } from 'hono'
import { Hono } from 'hono'
import { AppError, invalidField } from '#kit/server/problem.ts'
import { callerAddress, countHit, type Limit } from '#kit/server/rate-limit.ts'
import { invalid, type RequestEnv, type z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import type { Auth } from './auth.ts'
import { toShopResponse } from './auth-answers.ts'
import { authBodies } from './auth-bodies.ts'
import { guessedPassword } from './common-passwords.ts'
import { createKnownBrowsers, type KnownBrowsers } from './known-browser.ts'
import {
  GOOGLE_CALLBACK_LIMIT,
  GOOGLE_LIMIT,
  PROFILE_LIMIT,
  RESET_LIMIT,
  RESET_TOKEN_LIMIT,
  SIGN_UP_LIMIT,
} from './limits.ts'
import { refuseOtherOrigins } from './origin.ts'
import { checkRedirectParameters, checkRedirectTargets } from './redirect-targets.ts'
import { type FirstReset, findResetAccount, resetPassword } from './reset-password.ts'
import { createSignInLimit, type LimitedSignIn } from './sign-in-limit.ts'
import { accountTexts } from './texts.ts'
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
  /** Counts a call; refuses (429) past the limit. */
  count(c: Context, limit: Limit, account?: string): Promise<void>
  /** The library's response to the call, as the shop answers it. */
  forward(c: Context, body?: object, newPassword?: string): Promise<Response>
}

/**
 * The sign-in service at `/api/auth/*`: the calls of the contract and no others. Bodies and limits are checked
 * before the library handles a call; its refusals become problem documents.
 */
export function authRoutes(shop: Shop, auth: Auth, firstReset: FirstReset): Hono<RequestEnv> {
  const known = createKnownBrowsers(shop)
  const service: Service = {
    shop,
    auth,
    known,
    firstReset,
    signIn: createSignInLimit(shop, known),
    count: (c, limit, account) => countHit(shop, limit, { account, address: callerAddress(c, shop) }),
    forward: async (c, body, newPassword) => {
      const { result, began } = await auth.handle(toLibraryRequest(c, shop, body), newPassword)
      const response = await toShopResponse(result, shop, auth.google)
      if (!began) return response
      // The browser forgets the cookie of its former session, which nobody could end any more.
      await auth.endSession(c)
      response.headers.append('Set-Cookie', known.remember(c, began))
      return response
    },
  }
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

function addSignInRoutes(router: Hono<RequestEnv>, { shop, signIn, count, forward }: Service): void {
  router
    .post('/sign-up/email', async (c) => {
      const body = await readBody(c, shop, authBodies.signUp)
      await count(c, SIGN_UP_LIMIT, body.email)
      return forward(c, body, body.password)
    })
    .post('/sign-in/email', async (c) => {
      const body = await readBody(c, shop, authBodies.signIn)
      const response = await signIn(c, body.email, () => forward(c, body))
      c.get('log').info({ status: response.status }, 'sign-in')
      return response
    })
    .post('/sign-in/social', async (c) => {
      const body = await readBody(c, shop, authBodies.signInSocial)
      await count(c, GOOGLE_LIMIT)
      return forward(c, body)
    })
    .get('/callback/:provider', async (c) => {
      await count(c, GOOGLE_CALLBACK_LIMIT)
      return forward(c)
    })
    .get('/error', (c) => forward(c))
}

function addSessionRoutes(router: Hono<RequestEnv>, { shop, auth, count, forward }: Service): void {
  router
    .post('/sign-out', async (c) => {
      // The library would report success even when it could not end the session.
      await auth.endSession(c)
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

function addPasswordRoutes(
  router: Hono<RequestEnv>,
  { shop, auth, known, firstReset, count, forward }: Service,
): void {
  router
    .post('/request-password-reset', async (c) => {
      const body = await readBody(c, shop, authBodies.requestReset)
      await count(c, RESET_LIMIT, body.email)
      const [response] = await Promise.all([
        forward(c, body),
        new Promise((resolve) => setTimeout(resolve, RESET_ANSWER_MS)),
      ])
      return response
    })
    .post('/reset-password', async (c) => {
      const body = await readBody(c, shop, authBodies.reset)
      await count(c, RESET_TOKEN_LIMIT)
      const { email } = await findResetAccount(shop.db, shop.now(), body.token)
      const guessed = guessedPassword(body.newPassword, email)
      if (guessed !== undefined) throw invalidField('newPassword', guessed)
      const passwordHash = await auth.hashes.hash(body.newPassword)
      const account = await resetPassword(shop, { token: body.token, passwordHash, firstReset })
      // The owner of the mailbox can sign in at once, even while others try passwords.
      const headers = { 'Cache-Control': 'no-store', 'Set-Cookie': known.remember(c, account) }
      return c.json({ status: true }, 200, headers)
    })
    .get('/reset-password/:token', (c) => forward(c))
}

function addVerificationRoutes(
  router: Hono<RequestEnv>,
  { shop, auth, signIn, count, forward }: Service,
): void {
  router
    .post('/send-verification-email', async (c) => {
      const body = await readBody(c, shop, authBodies.requestVerification)
      await count(c, RESET_LIMIT, body.email)
      return forward(c, body)
    })
    .get('/verify-email', redirectToVerifyPage)
    .post('/verify-email', async (c) => {
      const body = await readBody(c, shop, authBodies.verifyEmail)
      await count(c, RESET_TOKEN_LIMIT)
      return verifyAddress(c, shop, body, {
        holder: await auth.sessionOf(c),
        signIn,
        hashes: auth.hashes,
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
