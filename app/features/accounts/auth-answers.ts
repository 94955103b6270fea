import { AppError, type ProblemCode, toProblem } from '#kit/http/problem.ts'

const CODES: Readonly<Record<number, ProblemCode>> = {
  400: 'bad_request',
  401: 'not_signed_in',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  415: 'unsupported_media_type',
  422: 'invalid',
  429: 'too_many_requests',
}

/**
 * What the sign-in library answered, as the shop answers: never cached, and a refusal as a problem document that
 * keeps the library's `message` and, as `authCode`, its code. Throws on what is a failure of ours.
 */
export async function answerOf(response: Response): Promise<Response> {
  const headers = new Headers(response.headers)
  headers.set('Cache-Control', 'no-store')
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
