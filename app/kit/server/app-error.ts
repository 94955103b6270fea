import type { Context } from 'hono'
import type { Outage } from '#kit/log/outage.ts'
import type { FieldError, Problem, ProblemExtras, Refusal } from '#kit/problem.ts'

/** The refusals of any call by code. A feature declares its own as `Refusal`s. */
const STATUS = {
  not_json: 400,
  bad_request: 400,
  not_signed_in: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_many: 409,
  too_large: 413,
  unsupported_media_type: 415,
  invalid: 422,
  key_reused: 422,
  too_many_requests: 429,
  headers_too_large: 431,
  internal: 500,
  unavailable: 503,
} as const

const TITLE: Record<number, string> = {
  400: 'Bad request',
  401: 'Not signed in',
  402: 'Not paid',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  413: 'Too large',
  415: 'Unsupported media type',
  422: 'Not valid',
  429: 'Too many requests',
  431: 'Too large',
  500: 'Something went wrong',
  503: 'Not available',
}

export type CommonCode = keyof typeof STATUS

/** The refusal of a feature, or the code of a common one. */
export type RefusalOrCode = Refusal | CommonCode

export const toRefusal = (refusal: RefusalOrCode): Refusal =>
  typeof refusal === 'string' ? { code: refusal, status: STATUS[refusal] } : refusal

/** All common refusals. */
export const COMMON_REFUSALS: readonly Refusal[] = Object.entries(STATUS).map(([code, status]) => ({
  code,
  status,
}))

/** The title of refusals with this status. */
export const titleOf = (status: number): string => TITLE[status] ?? 'Refused'

/**
 * An expected refusal. `detail` is a message for a person. Any other error is a bug: it is logged and answered with 500
 * without internal details.
 */
export class AppError extends Error {
  readonly code: string
  readonly status: number
  readonly extras: ProblemExtras
  readonly headers: Readonly<Record<string, string>>
  /** What is away, if it is refused for that; its `cause` says why. */
  readonly outage: Outage | undefined
  constructor(
    refusal: RefusalOrCode,
    detail: string,
    extras: ProblemExtras = {},
    headers: Record<string, string> = {},
    away?: { readonly outage: Outage; readonly cause: unknown },
  ) {
    super(detail, away)
    const { code, status } = toRefusal(refusal)
    this.code = code
    this.status = status
    this.extras = extras
    this.headers = headers
    this.outage = away?.outage
  }
}

/** The refusal of one field or query parameter; `path` leads to it, for example `lines/0/quantity`. */
export const invalidField = (path: string, detail: string): AppError =>
  new AppError('invalid', detail, { errors: [{ pointer: `#/${path}`, detail }] })

/** The refusal of several fields; each pointer leads into the member `path`, or with '' into the body: `/postcode`. */
export const invalidFields = (path: string, problems: readonly FieldError[]): AppError =>
  new AppError('invalid', problems[0]?.detail ?? '', {
    errors: problems.map(({ pointer, detail }) => ({ pointer: `#${path && `/${path}`}${pointer}`, detail })),
  })

export function toProblem(error: AppError): Problem {
  return {
    type: `/api/docs#${error.code}`,
    title: titleOf(error.status),
    status: error.status,
    detail: error.message,
    code: error.code,
    ...error.extras,
  }
}

/** The response of a refusal, as `application/problem+json`, never cached. */
export function respondProblem(c: Context, error: AppError): Response {
  return c.body(JSON.stringify(toProblem(error)), error.status as 400, {
    'Content-Type': 'application/problem+json',
    'Cache-Control': 'no-store',
    ...error.headers,
  })
}
