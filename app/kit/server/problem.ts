import type { Context } from 'hono'

/** Every way a call can be refused, and its status. A code without a status cannot exist. */
const STATUS = {
  not_json: 400,
  bad_signature: 400,
  bad_request: 400,
  not_signed_in: 401,
  not_paid: 402,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  out_of_stock: 409,
  price_changed: 409,
  already_paid: 409,
  too_many_unpaid: 409,
  name_taken: 409,
  sku_taken: 409,
  too_large: 413,
  unsupported_media_type: 415,
  invalid: 422,
  below_minimum: 422,
  unknown_payment: 422,
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

export type ProblemCode = keyof typeof STATUS

/** Every code that a refusal can have. */
export const PROBLEM_CODES = Object.keys(STATUS) as ProblemCode[]

/** The status that refusals with this code have. */
export const statusOf = (code: ProblemCode): number => STATUS[code]

/** What a refusal with this status is called. */
export const titleOf = (status: number): string => TITLE[status] ?? 'Refused'

/** What is wrong with one field; `pointer` is a JSON pointer into the body, as `#/quantity`. */
export interface FieldError {
  readonly pointer: string
  readonly detail: string
}

interface Extras {
  readonly errors?: readonly FieldError[]
  readonly minimum?: number
  readonly available?: number
  readonly totalPrice?: number
  readonly requestId?: string
}

/** A refusal as RFC 9457 writes it. */
export interface Problem extends Extras {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: ProblemCode
}

/**
 * An expected refusal. `detail` is a sentence for a person. Anything else that is thrown is a bug: it is
 * logged and answered 500 without a word of the inside.
 */
export class AppError extends Error {
  readonly code: ProblemCode
  readonly extras: Extras
  readonly headers: Readonly<Record<string, string>>
  constructor(code: ProblemCode, detail: string, extras: Extras = {}, headers: Record<string, string> = {}) {
    super(detail)
    this.code = code
    this.extras = extras
    this.headers = headers
  }
  get status(): number {
    return statusOf(this.code)
  }
}

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

/** Answers a refusal as `application/problem+json`, never cached. */
export function respondProblem(c: Context, error: AppError): Response {
  return c.body(JSON.stringify(toProblem(error)), error.status as 400, {
    'Content-Type': 'application/problem+json',
    'Cache-Control': 'no-store',
    ...error.headers,
  })
}
