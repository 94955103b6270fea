import { staffCall } from '#features/accounts/calls.ts'
import { productRefusals } from '#features/catalog/refusals.ts'
import { idField } from '#kit/input/fields.ts'
import { jsonAnswer, PAGING_HEADERS } from '#kit/server/describe.ts'
import { answerPage } from '#kit/server/paging.ts'
import { createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { listPlans } from './plans/list-plans.ts'
import { keepPlan, planPrices, removePlans } from './plans/plan-prices.ts'
import { plannedPricesRefusals } from './refusals.ts'
import {
  keptPlanSchema,
  newPlansSchema,
  plannedPricesSchema,
  plansQuerySchema,
  removedPlansSchema,
} from './schema.ts'

const list = staffCall('products', 'get', '/planned-prices', {
  operationId: 'listPlannedPrices',
  summary: 'New prices of parts that are planned for a day, the next day first (admin)',
  description: 'Each with what it replaces, and why it will not be applied or was not.',
  query: plansQuerySchema,
  answers: { 200: jsonAnswer('Planned prices', z.array(plannedPricesSchema), PAGING_HEADERS) },
})

const plan = staffCall('products', 'post', '/planned-prices', {
  operationId: 'planPrices',
  summary: 'Plan new prices of parts for a day (admin)',
  description:
    'They are applied when the day begins in the time zone of the shop. All of them are planned, or none: refused are a second plan of a part for a day, and other prices than the part has just before it.',
  body: newPlansSchema,
  answers: {
    201: jsonAnswer('The ids of the plans, in the same sequence', z.object({ ids: z.array(z.string()) })),
  },
  refusals: ['not_found', 'conflict', plannedPricesRefusals.planExists, plannedPricesRefusals.pricesChanged],
})

const remove = staffCall('products', 'post', '/planned-prices/removal', {
  operationId: 'removePlannedPrices',
  summary: 'Delete planned prices before they are applied (admin)',
  description: 'Those that were applied or deleted meanwhile are passed over.',
  body: removedPlansSchema,
  answers: { 200: jsonAnswer('How many were deleted', z.object({ deletedCount: z.number().int() })) },
})

const keep = staffCall('products', 'post', '/planned-prices/{id}/keep', {
  operationId: 'keepPlannedPrices',
  summary: 'Keep planned prices although the prices of the part were changed (admin)',
  description:
    'The plan replaces the present prices from now on; when its day has come it is applied at once. Refused when the part has other prices than the caller saw, or is archived.',
  params: z.object({ id: idField.meta({ description: 'The id of the plan.' }) }),
  body: keptPlanSchema,
  answers: { 200: jsonAnswer('Whether it is applied', z.object({ applied: z.boolean() })) },
  refusals: ['conflict', plannedPricesRefusals.pricesChanged, productRefusals.catalogLocked],
})

/** The calls of planned prices. */
export const plannedPricesApi = (shop: Shop) =>
  createRouter('Catalogue')
    .openapi(list, async (c) => answerPage(c, await listPlans(shop.db, c.req.valid('query'))))
    .openapi(plan, async (c) => {
      return c.json({ ids: await planPrices(shop, c.get('user'), c.req.valid('json')) }, 201)
    })
    .openapi(remove, async (c) => {
      const { ids } = c.req.valid('json')
      return c.json({ deletedCount: await removePlans(shop, c.get('user'), ids) }, 200)
    })
    .openapi(keep, async (c) => {
      const { id } = c.req.valid('param')
      return c.json({ applied: await keepPlan(shop, c.get('user'), id, c.req.valid('json')) }, 200)
    })

export type PlannedPricesApi = ReturnType<typeof plannedPricesApi>
