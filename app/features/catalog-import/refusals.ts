import type { Refusal } from '#kit/problem.ts'

/** The refusals of the calls of imports, besides those of HTTP. */
export const importRefusals = {
  outdated: { code: 'import_outdated', status: 409 },
} as const satisfies Record<string, Refusal>
