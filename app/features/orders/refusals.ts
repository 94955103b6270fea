import type { Refusal } from '#kit/problem.ts'

/** How the calls of orders are refused, beside the refusals of HTTP. */
export const orderRefusals = {
  belowMinimum: { code: 'below_minimum', status: 422 },
  keyReused: { code: 'key_reused', status: 422 },
  outOfStock: { code: 'out_of_stock', status: 409 },
  priceChanged: { code: 'price_changed', status: 409 },
  tooManyUnpaid: { code: 'too_many_unpaid', status: 409 },
} as const satisfies Record<string, Refusal>
