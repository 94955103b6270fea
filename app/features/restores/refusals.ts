import type { Refusal } from '#kit/problem.ts'

/** The refusals of a restored copy, of all calls that change something. */
export const restoreRefusals = {
  restored: { code: 'restored', status: 503 },
} as const satisfies Record<string, Refusal>
