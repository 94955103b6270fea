import type { Refusal } from '#kit/problem.ts'

/** The refusals of the calls of planned prices, besides those of HTTP. */
export const plannedPricesRefusals = {
  /** There is a plan of that part for that day. */
  planExists: { code: 'plan_exists', status: 409 },
  /** The part does not have the prices that the plan was made over. */
  pricesChanged: { code: 'prices_changed', status: 409 },
} as const satisfies Record<string, Refusal>
