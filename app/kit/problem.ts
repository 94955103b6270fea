/** A kind of refusal: `code` tells programs which, `status` is the HTTP status that it is answered with. */
export interface Refusal {
  readonly code: string
  readonly status: number
}

/** What is wrong with one field; `pointer` is a JSON pointer into the body, as `#/quantity`. */
export interface FieldError {
  readonly pointer: string
  readonly detail: string
}

/** What a refusal tells beside its sentence. A feature can add its own members, such as the price as it is now. */
export interface ProblemExtras {
  readonly errors?: readonly FieldError[]
  readonly requestId?: string
  readonly [extra: string]: unknown
}

/** A refusal as RFC 9457 writes it. */
export interface Problem extends ProblemExtras {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: string
}
