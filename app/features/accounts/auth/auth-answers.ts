import { AppError, type CommonCode, toProblem } from '#kit/server/app-error.ts'
import { TOKEN_IN_ADDRESS } from '#kit/server/headers.ts'
import type { Shop } from '#kit/shop.ts'
import type { Endpoints } from '../google/endpoints.ts'
import { isKnownLocation } from './redirect-targets.ts'

const CODES: Readonly<Record<number, CommonCode>> = {
  400: 'bad_request',
  401: 'not_signed_in',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  415: 'unsupported_media_type',
  422: 'invalid',
  429: 'too_many_requests',
}

/** The page that shows the error of a failed sign-in with Google. */
export const ERROR_PAGE = '/login'

/**
 * The sign-in library's response as the shop sends it: not cached, no referrer, and a refusal as a problem document with the
 * library's `message` and, as `authCode`, its code. A redirect to another site becomes one to the error page,
 * without cookies. Throws when the library answers 5xx.
 */
export async function toShopResponse(
  response: Response,
  shop: Shop,
  google: Endpoints | undefined,
): Promise<Response> {
  const headers = new Headers(response.headers)
  const location = headers.get('Location')
  if (location !== null && !isKnownLocation(shop, google, location)) {
    shop.log.error('the sign-in service redirected to a target outside of the shop')
    const errorPage = { Location: `${ERROR_PAGE}?error=unknown_target`, ...TOKEN_IN_ADDRESS }
    return new Response(null, { status: 302, headers: errorPage })
  }
  // Links to reset a password and the way back from Google have a secret in their address.
  for (const [name, value] of Object.entries(TOKEN_IN_ADDRESS)) headers.set(name, value)
  if (response.status < 400) return new Response(response.body, { status: response.status, headers })
  if (response.status >= 500) throw new Error(`the sign-in service answered ${response.status}`)
  const { message, code } = await readRefusal(response)
  const error = new AppError(CODES[response.status] ?? 'bad_request', message)
  headers.delete('content-length')
  headers.set('Content-Type', 'application/problem+json')
  const problem = { ...toProblem(error), message, ...(code && { authCode: code }) }
  return new Response(JSON.stringify(problem), { status: error.status, headers })
}

async function readRefusal(response: Response): Promise<{ message: string; code: string | undefined }> {
  const body: unknown = await response.json().catch(() => undefined)
  const refusal =
    typeof body === 'object' && body !== null ? (body as { message?: unknown; code?: unknown }) : {}
  return {
    message:
      typeof refusal.message === 'string' && refusal.message ? refusal.message : 'This call was refused.',
    code: typeof refusal.code === 'string' ? refusal.code : undefined,
  }
}
