import type { Refusal } from '#kit/problem.ts'

/** The refusals of what an account does with all its data. */
export const ownDataRefusals = {
  /** With `orders`: those that wait for money or are to be shipped. */
  openOrders: { code: 'open_orders', status: 409 },
} as const satisfies Record<string, Refusal>
