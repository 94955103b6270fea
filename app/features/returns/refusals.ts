import type { Refusal } from '#kit/problem.ts'

/** The refusals of the calls of returns, in addition to those of HTTP, of orders and of payments. */
export const returnRefusals = {
  tooLate: { code: 'return_too_late', status: 409 },
} as const satisfies Record<string, Refusal>
