import { z } from 'zod'
import { newProductSchema, productSchema } from '#features/catalog/schema.ts'
import { heldBackReasons } from '#features/catalog/states.ts'
import { idField } from '#kit/input/fields.ts'
import { PLANNED_AT_ONCE } from './limits.ts'

/** The price breaks of a product, in a request and in an answer. */
const ladder = { request: newProductSchema.shape.prices.unwrap(), response: productSchema.shape.prices }

const planSchema = z.object({
  productId: idField,
  before: ladder.request.meta({ description: 'The prices that the part has just before that day.' }),
  prices: ladder.request,
})

/** The request that plans new prices. */
export const newPlansSchema = z
  .object({
    day: z.iso
      .date('A day is written as 2026-11-23.')
      .meta({ description: 'A day of the shop, after today; they are applied when it begins.' }),
    plans: z
      .array(planSchema)
      .min(1, 'At least one product is required.')
      .max(PLANNED_AT_ONCE, `At most ${PLANNED_AT_ONCE} products at once.`),
  })
  .refine(({ plans }) => new Set(plans.map(({ productId }) => productId)).size === plans.length, {
    path: ['plans'],
    error: 'Each product is planned once.',
  })

export type NewPlans = z.infer<typeof newPlansSchema>

export const removedPlansSchema = z.object({
  ids: z.array(idField).min(1).max(PLANNED_AT_ONCE, `At most ${PLANNED_AT_ONCE} plans at once.`),
})

/** The request that keeps a plan although the prices were changed. */
export const keptPlanSchema = z.object({
  present: ladder.request.meta({ description: 'The `present` of the plan as it was read.' }),
})

export type KeptPlan = z.infer<typeof keptPlanSchema>

export const plansQuerySchema = z.object({
  product: idField.optional().meta({ description: 'The id of a product: only its plans.' }),
  limit: z.string().optional(),
  after: z.string().optional(),
})

export type PlansQuery = z.infer<typeof plansQuerySchema>

export const plannedPricesSchema = z
  .object({
    _id: z.string(),
    productId: z.string(),
    sku: z.string(),
    name: z.string(),
    day: z.string(),
    before: ladder.response,
    prices: ladder.response,
    present: ladder.response.meta({
      description: 'What the part has, or will have just before that day by an earlier plan.',
    }),
    by: z.string(),
    byHasNoRight: z.literal(true).optional().meta({
      description:
        'Whoever planned it may not change products any more, or has deleted the account. It is applied nevertheless.',
    }),
    at: z.string(),
    isHeld: z.literal(true).optional().meta({ description: 'The day came, and they were not applied.' }),
    because: z.enum(heldBackReasons).optional().meta({
      description:
        'Why they will not be applied as it is now, or were not: somebody changed the prices after they were planned, the part is archived, or its minimum or step does not fit.',
    }),
  })
  .meta({ id: 'PlannedPrices' })

/** New prices of a part for a day of the shop. `by` is the e-mail address of whoever planned them, `at` when (ISO 8601 in UTC). */
export type PlannedPrices = z.infer<typeof plannedPricesSchema>
