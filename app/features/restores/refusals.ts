import type { Refusal } from '#kit/problem.ts'

/** The refusals of a database that is not the shop, of all calls that change something. */
export const restoreRefusals = {
  restored: { code: 'restored', status: 503 },
  moved: { code: 'moved', status: 503 },
} as const satisfies Record<string, Refusal>
