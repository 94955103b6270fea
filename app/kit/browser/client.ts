import type { ClientResponse } from 'hono/client'
import type { SuccessStatusCode } from 'hono/utils/http-status'
import { isRouteErrorResponse } from 'react-router'
import type { FieldError, Problem, ProblemExtras } from '#kit/problem.ts'
import { accessTokenForCall } from './token-storage.ts'

const TIMEOUT_MS = 15_000

/**
 * A call that was refused or got no response. `detail` (also `message`) is a sentence for a person. `code` is the
 * server's, `offline` (status 0) when no response came, or `unknown` when the response is not a problem document.
 */
export class ProblemError extends Error {
  readonly status: number
  readonly code: string
  readonly detail: string
  readonly errors: readonly FieldError[]
  /** All members of the problem document, including those that a feature adds. */
  readonly extras: ProblemExtras
  constructor(status: number, code: string, detail: string, extras: ProblemExtras = {}) {
    super(detail)
    this.name = 'ProblemError'
    this.status = status
    this.code = code
    this.detail = detail
    this.errors = extras.errors ?? []
    this.extras = extras
  }
}

type Answer<Response> =
  Response extends ClientResponse<infer Body, infer Status, 'json'>
    ? [Status] extends [SuccessStatusCode]
      ? Body
      : never
    : never

/** The JSON of a call that succeeded; else throws a {@link ProblemError}. */
export async function unwrap<Response extends { ok: boolean; json(): Promise<unknown> }>(
  call: Promise<Response>,
): Promise<Answer<Response>> {
  const response = await call
  // The response type of `hc` describes a browser `Response`.
  if (!response.ok) throw await readProblem(response as unknown as globalThis.Response)
  return (await response.json().catch(() => {
    throw new ProblemError(0, 'offline', 'The answer broke off. Check the connection and try again.')
  })) as Answer<Response>
}

type Send = (path: string, init: RequestInit) => Promise<Response>

/** Posts JSON to a public path, or to the sign-in service, without a typed client; throws like `unwrap`. */
export async function postJson(
  path: string,
  body: unknown,
  signal?: AbortSignal,
  send: Send = fetchWithTimeout,
): Promise<unknown> {
  const response = await send(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  })
  if (!response.ok) throw await readProblem(response)
  return response.json().catch(() => undefined)
}

/** The JSON of a public path, or of the sign-in service, without a typed client; throws like `unwrap`. */
export async function getJson(
  path: string,
  signal?: AbortSignal,
  send: Send = fetchWithTimeout,
): Promise<unknown> {
  const response = await send(path, signal ? { signal } : {})
  if (!response.ok) throw await readProblem(response)
  return response.json().catch(() => undefined)
}

/** The error of each field by its name: `{ phone: 'The phone number is required.' }`. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ProblemError)) return {}
  return Object.fromEntries(error.errors.map(({ pointer, detail }) => [pointer.replace(/^#\//, ''), detail]))
}

const UNREACHABLE = 'The shop could not be reached. Check the connection and try again.'

/** The message to show for a thrown value. A page that could not be loaded throws an error of the browser. */
export function problemText(error: unknown): string {
  if (error instanceof ProblemError) return error.detail
  return globalThis.navigator?.onLine === false ? UNREACHABLE : 'Something went wrong. Try again.'
}

/** Fetches with the access token, if there is one; fails after 15 seconds unless told. */
export async function bearerFetch(
  input: RequestInfo | URL,
  init: RequestInit = {},
  timeoutMs = TIMEOUT_MS,
): Promise<Response> {
  const headers = new Headers(init.headers)
  const token = await accessTokenForCall()
  if (token !== null) headers.set('Authorization', `Bearer ${token}`)
  return fetchWithTimeout(input, { ...init, headers }, timeoutMs)
}

/** Fetches with the shop's cookie; throws a problem after the timeout or when the connection is lost. */
async function fetchWithTimeout(
  input: RequestInfo | URL,
  init: RequestInit,
  timeoutMs = TIMEOUT_MS,
): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout
  try {
    return await fetch(input, { ...init, signal, credentials: 'same-origin' })
  } catch (error) {
    // The caller cancelled the request: there is no problem to report.
    if (init.signal?.aborted) throw error
    const detail = timeout.aborted ? 'The shop took too long to answer. Try again in a moment.' : UNREACHABLE
    throw new ProblemError(0, 'offline', detail)
  }
}

/** Reads the shop's problem document, or the sign-in service's `{ code, message }`. */
export async function readProblem(response: Response): Promise<ProblemError> {
  const body = (await response.json().catch(() => ({}))) as Partial<Problem> & { message?: string }
  const detail = body.detail ?? body.message ?? 'The shop could not answer right now. Try again in a moment.'
  return new ProblemError(response.status, body.code ?? 'unknown', detail, body)
}

/** Whether a page's loader or a call failed with 404 Not Found. */
export const isNotFound = (error: unknown): boolean =>
  (isRouteErrorResponse(error) || error instanceof ProblemError) && error.status === 404

/** Whether the caller may not do it: trying again does not help. */
export const isForbidden = (error: unknown): boolean => error instanceof ProblemError && error.status === 403
