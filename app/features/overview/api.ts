import { staffCall } from '#features/accounts/calls.ts'
import { RIGHTS } from '#features/accounts/rights.ts'
import { LOW_SHAPE } from '#features/catalog/catalog.ts'
import { jsonAnswer, PAGING_HEADERS } from '#kit/server/describe.ts'
import { answerPage, readPage } from '#kit/server/paging.ts'
import { createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { readLowStock, readOverviewFor } from './overview.ts'
import { suggestReorderPoint } from './sales/reorder-suggestion.ts'
import {
  lowStockQuerySchema,
  lowStockSchema,
  overviewQuerySchema,
  overviewSchema,
  overviewWithoutMoneySchema,
  reorderSuggestionSchema,
} from './schema.ts'

const overviewRoute = staffCall(RIGHTS, 'get', '/overview', {
  operationId: 'getOverview',
  summary: 'What was sold, what runs out and what waits to be done (admin)',
  description:
    'To any of the staff; without the right `money` the sums are absent and `top` is by pieces, without `orders` and `money` no order is named. Paid orders by the day of their payment, in the time zone of the shop. What goes back is taken off the day on which it does; of a part what went back of its lines.',
  query: overviewQuerySchema,
  answers: { 200: jsonAnswer('The overview', z.union([overviewSchema, overviewWithoutMoneySchema])) },
})

const lowStockRoute = staffCall(['orders', 'products'], 'get', '/low-stock', {
  operationId: 'listLowStock',
  summary: 'The parts at or below their reorder point, the most pieces below it first (admin)',
  description: 'With what was sold of each a day in the last `days`, and for how long its stock lasts then.',
  query: lowStockQuerySchema,
  answers: { 200: jsonAnswer('Low parts', lowStockSchema, PAGING_HEADERS) },
})

const reorderRoute = staffCall('products', 'get', '/product/{id}/reorder-point', {
  operationId: 'suggestReorderPoint',
  summary: 'The reorder point that the sales of a part suggest (admin)',
  description:
    'Changes nothing. As many pieces as are sold at the pace of the last 90 days until new ones are there, and for a week more, rounded up to two digits.',
  params: z.object({ id: z.string().meta({ description: 'The id of the product.' }) }),
  answers: { 200: jsonAnswer('The suggestion', reorderSuggestionSchema) },
})

/** The calls of the overview. */
export const overviewApi = (shop: Shop) =>
  createRouter('Shop')
    .openapi(overviewRoute, async (c) => {
      return c.json(await readOverviewFor(c.var.user, shop, c.req.valid('query')), 200)
    })
    .openapi(lowStockRoute, async (c) => {
      const { days, ...query } = c.req.valid('query')
      return answerPage(c, await readLowStock(shop, days, readPage(query, LOW_SHAPE)))
    })
    .openapi(reorderRoute, async (c) => c.json(await suggestReorderPoint(shop, c.req.valid('param').id), 200))

export type OverviewApi = ReturnType<typeof overviewApi>
