import type { Context } from 'hono'
import { Hono } from 'hono'
import type { LimitName } from '#kit/http/limits.ts'
import { AppError } from '#kit/http/problem.ts'
import { callerAddress, countHit } from '#kit/http/rate-limit.ts'
import { invalid, type RequestEnv, type z } from '#kit/http/router.ts'
import type { Shop } from '#kit/shop.ts'
import { texts } from '#kit/texts.ts'
import type { Auth } from './auth.ts'
import { answerOf } from './auth-answers.ts'
import { authBodies } from './auth-bodies.ts'
import { refuseOtherOrigins } from './origin.ts'
import { limitSignIns } from './try-limits.ts'

/** The page that a mailed reset link leads to when the request named none. */
const RESET_PAGE = '/reset-password'

// A reset for an unknown address writes nothing and would be answered sooner: both wait until this has passed.
const RESET_ANSWER_MS = 400

/**
 * The sign-in service at `/api/auth/*`: the calls of the contract and no others. Bodies are checked and limits
 * kept before the library sees a call; its refusals are turned into the shop's.
 */
export function authRoutes(shop: Shop, auth: Auth): Hono<RequestEnv> {
  const signIn = limitSignIns(shop)
  const count = (c: Context, name: LimitName, account?: string): Promise<void> =>
    countHit(shop, name, { account, address: callerAddress(c, shop) })
  const pass = async (c: Context, body?: object, newPassword?: string): Promise<Response> =>
    answerOf(await auth.handle(forwarded(c, body), newPassword))

  const router = new Hono<RequestEnv>()
    .basePath('/api/auth')
    .use(async (c, next) => {
      if (c.req.method !== 'GET' && c.req.method !== 'HEAD') refuseOtherOrigins(c, shop)
      await next()
    })
    .post('/sign-up/email', async (c) => {
      const body = await readBody(c, authBodies.signUp)
      await count(c, 'sign-up', body.email)
      return pass(c, body, body.password)
    })
    .post('/sign-in/email', async (c) => {
      const body = await readBody(c, authBodies.signIn)
      const answer = await signIn({ account: body.email, address: callerAddress(c, shop) }, () =>
        pass(c, body),
      )
      c.get('log').info({ status: answer.status }, 'sign-in')
      return answer
    })
    .post('/sign-in/social', async (c) => {
      const body = await readBody(c, authBodies.signInSocial)
      await count(c, 'google')
      return pass(c, body)
    })
    .post('/sign-out', async (c) => {
      // The library would answer the same when it failed to.
      await auth.endSession(c)
      return pass(c)
    })
    .post('/request-password-reset', async (c) => {
      const body = await readBody(c, authBodies.requestReset)
      await count(c, 'reset', body.email)
      const [answer] = await Promise.all([
        pass(c, { ...body, redirectTo: body.redirectTo ?? RESET_PAGE }),
        new Promise((resolve) => setTimeout(resolve, RESET_ANSWER_MS)),
      ])
      return answer
    })
    .post('/reset-password', async (c) => {
      const body = await readBody(c, authBodies.reset)
      await count(c, 'reset-try')
      return pass(c, body)
    })
    .post('/send-verification-email', async (c) => {
      const body = await readBody(c, authBodies.requestVerification)
      await count(c, 'reset', body.email)
      return pass(c, body)
    })
    .post('/update-user', async (c) => {
      const holder = await auth.sessionOf(c)
      if (!holder) throw new AppError('not_signed_in', texts.profile.nobody)
      const body = await readBody(c, authBodies.updateUser)
      await count(c, 'profile', holder.id)
      return pass(c, body)
    })
    .get('/get-session', async (c) => {
      if (await auth.sessionOf(c)) return pass(c)
      return c.json(null, 200, { 'Cache-Control': 'no-store' })
    })
    .get('/verify-email', (c) => pass(c))
    .get('/reset-password/:token', (c) => pass(c))
    .get('/callback/:provider', async (c) => {
      await count(c, 'google-back')
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

/** The body as its schema reads it, whatever else stood in it dropped. */
async function readBody<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
): Promise<z.output<Schema> & object> {
  const type = c.req.header('content-type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new AppError('unsupported_media_type', 'Send the body as application/json.')
  }
  const parsed = schema.safeParse(await readJson(c))
  if (!parsed.success) throw invalid(parsed.error.issues)
  return parsed.data as z.output<Schema> & object
}

async function readJson(c: Context): Promise<unknown> {
  const text = await c.req.text()
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('not_json', 'The body has to be valid JSON.')
  }
}

/** The call as the library is to see it: with the checked body, or with none. */
function forwarded(c: Context, body: object | undefined): Request {
  const headers = new Headers(c.req.raw.headers)
  for (const name of ['content-length', 'content-type', 'transfer-encoding']) headers.delete(name)
  if (!body) return new Request(c.req.url, { method: c.req.method, headers })
  headers.set('content-type', 'application/json')
  return new Request(c.req.url, { method: c.req.method, headers, body: JSON.stringify(body) })
}
