import type { Refusal } from '#kit/problem.ts'

/** How the calls of the catalogue are refused, beside the refusals of HTTP. */
export const productRefusals = {
  nameTaken: { code: 'name_taken', status: 409 },
  skuTaken: { code: 'sku_taken', status: 409 },
} as const satisfies Record<string, Refusal>
