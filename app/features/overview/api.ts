import type { Guards } from '#features/accounts/accounts.ts'
import { FOR_ADMINS, jsonAnswer, PROOF, refusals } from '#kit/server/describe.ts'
import { createRoute, createRouter } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { readOverview } from './overview.ts'
import { overviewQuerySchema, overviewSchema } from './schema.ts'

const overviewRoute = createRoute({
  method: 'get',
  path: '/overview',
  operationId: 'getOverview',
  tags: ['Shop'],
  summary: 'What was sold, what runs out and what waits to be done (admin)',
  description:
    'Paid orders by the day in UTC of their payment. Refunds are taken off that day, whenever they are made; of a part its share of them.',
  security: PROOF.bearer,
  request: { query: overviewQuerySchema },
  responses: {
    200: jsonAnswer('The overview', overviewSchema),
    ...refusals(...FOR_ADMINS),
  },
})

/** The call of the overview. */
export const overviewApi = (shop: Shop, guards: Guards) =>
  createRouter().openapi({ ...overviewRoute, middleware: guards.requireAdmin }, async (c) =>
    c.json(await readOverview(shop, c.req.valid('query').days), 200),
  )

export type OverviewApi = ReturnType<typeof overviewApi>
