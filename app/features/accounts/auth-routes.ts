import type { Context } from 'hono'
import { Hono } from 'hono'
import { AppError } from '#kit/server/problem.ts'
import { callerAddress, countHit, type Limit } from '#kit/server/rate-limit.ts'
import { invalid, type RequestEnv, type z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import type { Auth } from './auth.ts'
import { answerOf } from './auth-answers.ts'
import { authBodies } from './auth-bodies.ts'
import {
  GOOGLE_BACK_LIMIT,
  GOOGLE_LIMIT,
  PROFILE_LIMIT,
  RESET_LIMIT,
  RESET_TRY_LIMIT,
  SIGN_UP_LIMIT,
} from './limits.ts'
import { refuseOtherOrigins } from './origin.ts'
import { checkRedirectParameters, checkRedirectTargets } from './redirect-targets.ts'
import { createSignInLimit } from './sign-in-limit.ts'
import { accountTexts } from './texts.ts'
import { redirectToVerifyPage, verifyAddress } from './verification-routes.ts'

// A reset for an unknown address writes nothing and would be answered sooner: both wait until this has passed.
const RESET_ANSWER_MS = 400

/**
 * The sign-in service at `/api/auth/*`: the calls of the contract and no others. Bodies are checked and limits
 * kept before the library sees a call; its refusals are turned into the shop's.
 */
export function authRoutes(shop: Shop, auth: Auth): Hono<RequestEnv> {
  const signIn = createSignInLimit(shop)
  const count = (c: Context, limit: Limit, account?: string): Promise<void> =>
    countHit(shop, limit, { account, address: callerAddress(c, shop) })
  const pass = async (c: Context, body?: object, newPassword?: string): Promise<Response> =>
    answerOf(await auth.handle(forwarded(c, shop, body), newPassword), shop, auth.google)

  const router = new Hono<RequestEnv>()
    .basePath('/api/auth')
    .use(async (c, next) => {
      if (c.req.method !== 'GET' && c.req.method !== 'HEAD') refuseOtherOrigins(c, shop)
      checkRedirectParameters(shop, c.req.url)
      await next()
    })
    .post('/sign-up/email', async (c) => {
      const body = await readBody(c, shop, authBodies.signUp)
      await count(c, SIGN_UP_LIMIT, body.email)
      return pass(c, body, body.password)
    })
    .post('/sign-in/email', async (c) => {
      const body = await readBody(c, shop, authBodies.signIn)
      const answer = await signIn({ account: body.email, address: callerAddress(c, shop) }, () =>
        pass(c, body),
      )
      c.get('log').info({ status: answer.status }, 'sign-in')
      return answer
    })
    .post('/sign-in/social', async (c) => {
      const body = await readBody(c, shop, authBodies.signInSocial)
      await count(c, GOOGLE_LIMIT)
      return pass(c, body)
    })
    .post('/sign-out', async (c) => {
      // The library would answer the same when it failed to.
      await auth.endSession(c)
      return pass(c)
    })
    .post('/request-password-reset', async (c) => {
      const body = await readBody(c, shop, authBodies.requestReset)
      await count(c, RESET_LIMIT, body.email)
      const [answer] = await Promise.all([
        pass(c, body),
        new Promise((resolve) => setTimeout(resolve, RESET_ANSWER_MS)),
      ])
      return answer
    })
    .post('/reset-password', async (c) => {
      const body = await readBody(c, shop, authBodies.reset)
      await count(c, RESET_TRY_LIMIT)
      return pass(c, body)
    })
    .post('/send-verification-email', async (c) => {
      const body = await readBody(c, shop, authBodies.requestVerification)
      await count(c, RESET_LIMIT, body.email)
      return pass(c, body)
    })
    .post('/update-user', async (c) => {
      const holder = await auth.sessionOf(c)
      if (!holder) throw new AppError('not_signed_in', accountTexts.profile.nobody)
      const body = await readBody(c, shop, authBodies.updateUser)
      await count(c, PROFILE_LIMIT, holder.id)
      return pass(c, body)
    })
    .get('/get-session', async (c) => {
      if (await auth.sessionOf(c)) return pass(c)
      return c.json(null, 200, { 'Cache-Control': 'no-store' })
    })
    .get('/verify-email', redirectToVerifyPage)
    .post('/verify-email', async (c) => {
      const body = await readBody(c, shop, authBodies.verifyEmail)
      await count(c, RESET_TRY_LIMIT)
      return verifyAddress(c, shop, body, { holder: await auth.sessionOf(c), signIn })
    })
    .get('/reset-password/:token', (c) => pass(c))
    .get('/callback/:provider', async (c) => {
      await count(c, GOOGLE_BACK_LIMIT)
      return pass(c)
    })
    .get('/error', (c) => pass(c))
  return router.all('*', (c) => {
    throw unserved(c, router.routes)
  })
}

function unserved(c: Context, served: readonly { path: string; method: string }[]): AppError {
  const methods = served
    .filter(({ path, method }) => path === c.req.path && method !== 'ALL')
    .map(({ method }) => method)
  if (methods.length === 0) return new AppError('not_found', 'There is no such call.')
  const allow = (methods.includes('GET') ? [...methods, 'HEAD'] : methods).join(', ')
  return new AppError('method_not_allowed', `This call takes ${allow}.`, {}, { Allow: allow })
}

/** The body as its schema reads it, whatever else stood in it dropped, with targets in the shop alone. */
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

/** The call as the library is to see it: with the checked body, or with none, and with targets in the shop alone. */
function forwarded(c: Context, shop: Shop, body: object | undefined): Request {
  const url = checkRedirectParameters(shop, c.req.url)
  const headers = new Headers(c.req.raw.headers)
  // The library would keep the browser's name with each session, however long it is, and nothing reads it.
  for (const name of ['content-length', 'content-type', 'transfer-encoding', 'user-agent'])
    headers.delete(name)
  if (!body) return new Request(url, { method: c.req.method, headers })
  headers.set('content-type', 'application/json')
  return new Request(url, { method: c.req.method, headers, body: JSON.stringify(body) })
}
