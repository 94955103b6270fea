import type { Refusal } from '#kit/problem.ts'

/** The refusals of the calls of models, besides those of HTTP. */
export const modelRefusals = {
  /** The part has no model; the sentence says why. */
  noModel: { code: 'no_model', status: 404 },
} as const satisfies Record<string, Refusal>
