import { authProblemMembers } from '#features/accounts/auth-openapi.ts'
import { productRefusals } from '#features/catalog/refusals.ts'
import { orderProblemMembers } from '#features/orders/api.ts'
import { orderRefusals } from '#features/orders/refusals.ts'
import { paymentRefusals } from '#features/payments/refusals.ts'
import type { Refusal } from '#kit/problem.ts'
import { problemSchema } from '#kit/server/describe.ts'
import { COMMON_REFUSALS } from '#kit/server/problem.ts'
import { z } from '#kit/server/router.ts'

/** Every way in which a call of the shop can be refused. */
export const REFUSALS: readonly Refusal[] = [
  ...COMMON_REFUSALS,
  ...Object.values(productRefusals),
  ...Object.values(orderRefusals),
  ...Object.values(paymentRefusals),
].sort((one, other) => one.status - other.status)

/** A refusal as the OpenAPI document describes it: with every code, and what features add to it. */
export const wholeProblemSchema = problemSchema.extend({
  code: z.enum(REFUSALS.map(({ code }) => code)),
  ...orderProblemMembers,
  ...authProblemMembers,
})
