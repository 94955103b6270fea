import type { ClientResponse } from 'hono/client'
import type { SuccessStatusCode } from 'hono/utils/http-status'
import type { FieldError, Problem, ProblemExtras } from '#kit/problem.ts'
import { accessTokenForCall } from './token-storage.ts'

const TIMEOUT_MS = 15_000

/**
 * A call that was refused or never arrived. `detail` (also `message`) is a sentence for a person. `code` is the
 * server's, or `offline` (status 0) when no answer came, or `unknown` when the answer was no refusal of the shop's.
 */
export class ProblemError extends Error {
  readonly status: number
  readonly code: string
  readonly detail: string
  readonly errors: readonly FieldError[]
  /** Whatever else the refusal tells, for the feature that knows its members. */
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
  // What `hc` calls a response is the browser's own.
  if (!response.ok) throw await readProblem(response as unknown as globalThis.Response)
  return (await response.json().catch(() => {
    throw new ProblemError(0, 'offline', 'The answer broke off. Check the connection and try again.')
  })) as Answer<Response>
}

/** Posts JSON to a path that has no typed client (the sign-in service); answers its JSON or throws like `unwrap`. */
export async function postJson(path: string, body: unknown): Promise<unknown> {
  const response = await patientFetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw await readProblem(response)
  return response.json().catch(() => undefined)
}

/** The JSON of a public path, or of the sign-in service, without a typed client; throws like `unwrap`. */
export async function getJson(path: string, signal?: AbortSignal): Promise<unknown> {
  const response = await patientFetch(path, signal ? { signal } : {})
  if (!response.ok) throw await readProblem(response)
  return response.json().catch(() => undefined)
}

/** What is wrong with each field, by its name: `{ phone: 'The phone number is required.' }`. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ProblemError)) return {}
  return Object.fromEntries(error.errors.map(({ pointer, detail }) => [pointer.replace(/^#\//, ''), detail]))
}

/** A sentence for a person about whatever was thrown. */
export function problemText(error: unknown): string {
  return error instanceof ProblemError ? error.detail : 'Something went wrong. Try again.'
}

/** Fetches with the access token, if there is one. */
export async function bearerFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  const token = await accessTokenForCall()
  if (token !== null) headers.set('Authorization', `Bearer ${token}`)
  return patientFetch(input, { ...init, headers })
}

/** Fetches with the cookie of the own origin, and turns silence of 15 seconds and a dead line into a problem. */
async function patientFetch(input: RequestInfo | URL, init: RequestInit): Promise<Response> {
  const patience = AbortSignal.timeout(TIMEOUT_MS)
  const signal = init.signal ? AbortSignal.any([init.signal, patience]) : patience
  try {
    return await fetch(input, { ...init, signal, credentials: 'same-origin' })
  } catch (error) {
    // The caller gave up, which is no problem to report.
    if (init.signal?.aborted) throw error
    const detail = patience.aborted
      ? 'The shop took too long to answer. Try again in a moment.'
      : 'The shop could not be reached. Check the connection and try again.'
    throw new ProblemError(0, 'offline', detail)
  }
}

/** Reads the shop's problem document, or the sign-in service's `{ code, message }`. */
async function readProblem(response: Response): Promise<ProblemError> {
  const body = (await response.json().catch(() => ({}))) as Partial<Problem> & { message?: string }
  const detail = body.detail ?? body.message ?? 'The shop could not answer right now. Try again in a moment.'
  return new ProblemError(response.status, body.code ?? 'unknown', detail, body)
}
