import type { Refusal } from '#kit/problem.ts'

/** The refusals of the calls of delivery, besides those of HTTP. */
export const deliveryRefusals = {
  tooMany: { code: 'too_many', status: 409 },
} as const satisfies Record<string, Refusal>
