/** A kind of refusal: `code` identifies it for programs, `status` is its HTTP status. */
export interface Refusal {
  readonly code: string
  readonly status: number
}

/** What a call changes is not as its caller read it: the `revision` that it names is another one by now. */
export const REVISION_CHANGED = { code: 'revision_changed', status: 409 } as const satisfies Refusal

/** The error of one field; `pointer` is a JSON pointer into the body, such as `#/quantity`. */
export interface FieldError {
  readonly pointer: string
  readonly detail: string
}

/** The optional members of a refusal. A feature can add its own, such as the current price. */
export interface ProblemExtras {
  readonly errors?: readonly FieldError[]
  readonly requestId?: string
  readonly [extra: string]: unknown
}

/** A problem document of RFC 9457. */
export interface Problem extends ProblemExtras {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: string
}
