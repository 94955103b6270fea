import type { Refusal } from '#kit/problem.ts'

/** The refusals of a count, each with `parts` as they are now. */
export const stockCountRefusals = {
  /** An order or somebody else changed what was seen. */
  stockChanged: { code: 'stock_changed', status: 409 },
  /** Fewer pieces lie on the shelf than orders hold. */
  belowHeld: { code: 'below_held', status: 409 },
} as const satisfies Record<string, Refusal>
