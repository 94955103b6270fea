import type { Refusal } from '#kit/problem.ts'

/** The refusals of the calls of orders, besides those of HTTP. */
export const orderRefusals = {
  belowMinimum: { code: 'below_minimum', status: 422 },
  keyReused: { code: 'key_reused', status: 422 },
  offStep: { code: 'off_step', status: 422 },
  outOfStock: { code: 'out_of_stock', status: 409 },
  priceChanged: { code: 'price_changed', status: 409 },
  tooManyUnpaid: { code: 'too_many_unpaid', status: 409 },
} as const satisfies Record<string, Refusal>
