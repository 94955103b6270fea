import type { Context } from 'hono'
import { TOKEN_IN_ADDRESS } from '#kit/server/headers.ts'
import { callerAddress, countHit, type Limit } from '#kit/server/rate-limit.ts'
import type { RequestEnv, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import type { KnownBrowsers } from '../attempts/known-browser.ts'
import { noteSignIn } from '../attempts/note-event.ts'
import type { LimitedSignIn } from '../attempts/sign-in-limit.ts'
import { loggingLimits, logSecurityEvent } from '../attempts/sign-in-log.ts'
import { originOf } from '../events/events.ts'
import type { Guards } from '../sessions/guard.ts'
import type { SignedInUser } from '../sessions/session-users.ts'
import type { Auth } from './auth.ts'
import { toShopResponse } from './auth-answers.ts'
import { readBody } from './auth-bodies.ts'
import type { CallOptions } from './library-calls.ts'
import { checkRedirectParameters } from './redirect-targets.ts'
import type { FirstReset } from './reset-password.ts'

export type Call = Context<RequestEnv>

/** The page that asks for the code of a second factor. */
const CODE_PAGE = '/sign-in-code'

interface ForwardOptions extends CallOptions {
  /** The call of the library, if it is another one, and the cookies that it gets instead of those of the browser. */
  readonly to?: { readonly path: string; readonly cookies: string }
}

/** What the calls of the sign-in service share. */
export interface Service {
  readonly shop: Shop
  readonly auth: Auth
  readonly known: KnownBrowsers
  readonly firstReset: FirstReset
  readonly signIn: LimitedSignIn
  /** The user of the call's access token, or of its cookie. */
  holderOf(c: Call): Promise<SignedInUser | undefined>
  /** Counts a call, by the account with this e-mail address too; refuses (429) past the limit, and logs that. */
  count(c: Call, limit: Limit, email?: string, name?: string): Promise<void>
  /**
   * The library's response to the call, as the shop answers it. A session that begins is logged. When it waits for a code, the
   * answer says so, and the page of the code follows the callback of Google.
   */
  forward(c: Call, body?: object, options?: ForwardOptions): Promise<Response>
  /** A response of the library as the shop answers it. */
  answer(response: Response): Promise<Response>
  /** The body of a call; see {@link readBody}. */
  readBody<Schema extends z.ZodType>(c: Call, schema: Schema): Promise<z.output<Schema> & object>
}

export function createService(
  shop: Shop,
  auth: Auth,
  firstReset: FirstReset,
  guards: Pick<Guards, 'findUser'>,
): Service {
  const { known, signIn } = auth
  return {
    shop,
    auth,
    known,
    firstReset,
    signIn,
    holderOf: async (c) => (await guards.findUser(c)) ?? (await auth.sessionOf(c)),
    count: (c, limit, email, name = email) => {
      const counted = countHit(shop, limit, { account: name, address: callerAddress(c, shop) })
      return loggingLimits(c, shop, { by: limit.name, email }, counted)
    },
    answer: (response) => toShopResponse(response, shop, auth.google),
    readBody: (c, schema) => readBody(c, shop, schema),
    forward: async (c, body, options = {}) => {
      const origin = originOf(c, shop)
      const request = toLibraryRequest(c, shop, body, options.to)
      const { result, began, isNew, awaitsCode } = await auth.handle(request, { ...options, origin })
      const proof = body ? 'password' : 'google'
      if (awaitsCode) {
        logSecurityEvent(c, shop, 'code asked', { account: awaitsCode.id, by: proof })
        const isRemembered = !(body && 'rememberMe' in body && body.rememberMe === false)
        return answerAwaiting(result, await auth.challenges.begin(awaitsCode, isRemembered))
      }
      const response = await toShopResponse(result, shop, auth.google)
      if (!began) return response
      // The browser forgets the cookie of its former session, which nobody could end any more.
      await auth.endSession(c)
      response.headers.append('Set-Cookie', known.remember(c, began))
      response.headers.append('Set-Cookie', await auth.challenges.forget())
      const by = options.proved ? 'code' : (options.by ?? proof)
      await noteSignIn(c, shop, { account: began.id, by, isNew, isKnown: known.isKnown(c, began) })
      return response
    },
  }
}

/**
 * The answer to a password, or the way on from Google's callback, when a code is wanted. Of the library's answer, which is a
 * refusal, the cookies stay: they end the state of Google's way.
 */
function answerAwaiting(refusal: Response, challenge: string): Response {
  const headers = new Headers({ ...TOKEN_IN_ADDRESS, 'Cache-Control': 'no-store' })
  for (const cookie of [...refusal.headers.getSetCookie(), challenge]) headers.append('Set-Cookie', cookie)
  const errorPage = refusal.headers.get('Location')
  if (errorPage === null) return Response.json({ twoFactorRedirect: true }, { headers })
  const returnTo = new URL(errorPage, 'https://shop.invalid').searchParams.get('returnTo')
  headers.set('Location', CODE_PAGE + (returnTo === null ? '' : `?${new URLSearchParams({ returnTo })}`))
  return new Response(null, { status: 302, headers })
}

/** The request for the library: with the checked body, if any, and with redirect targets as paths of the shop. */
function toLibraryRequest(
  c: Context,
  shop: Shop,
  body: object | undefined,
  to: ForwardOptions['to'],
): Request {
  const url = to ? new URL(to.path, c.req.url).href : checkRedirectParameters(shop, c.req.url)
  const headers = new Headers(c.req.raw.headers)
  // The library would store the user agent, of any length, with each session; the shop stores the name of the browser itself.
  for (const name of ['content-length', 'content-type', 'transfer-encoding', 'user-agent'])
    headers.delete(name)
  if (to) headers.set('cookie', to.cookies)
  if (!body) return new Request(url, { method: c.req.method, headers })
  headers.set('content-type', 'application/json')
  return new Request(url, { method: c.req.method, headers, body: JSON.stringify(body) })
}
