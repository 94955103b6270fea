import { staffCall } from '#features/accounts/calls.ts'
import { productRefusals } from '#features/catalog/refusals.ts'
import { jsonAnswer } from '#kit/server/describe.ts'
import { createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { countStock } from './counting/count-stock.ts'
import { findCounted } from './counting/find-counted.ts'
import { undoCount } from './counting/undo-count.ts'
import { stockCountRefusals } from './refusals.ts'
import {
  countedPartSchema,
  countQuerySchema,
  countResultSchema,
  presentStockSchema,
  stockCountSchema,
} from './schema.ts'

/** What a refusal returns besides its sentence. */
export const stockCountProblemMembers = {
  parts: z
    .array(presentStockSchema)
    .optional()
    .meta({ description: 'Of `stock_changed` and `below_held`: these parts as they are now.' }),
}

const find = staffCall('products', 'get', '/stock-count', {
  operationId: 'getStocks',
  summary: 'What is for sale, held and on hand of some products (admin)',
  description: 'In the sequence of `ids`; unknown and archived ones are left out.',
  query: countQuerySchema,
  answers: { 200: jsonAnswer('Stocks', z.array(countedPartSchema)) },
})

const count = staffCall('products', 'post', '/stock-count', {
  operationId: 'countStock',
  summary: 'Set stocks to what was counted on the shelf (admin)',
  description:
    'What orders hold lies on the shelf too: the rest of what was counted is for sale. All parts or none. `seen` has what the caller read; when an order or somebody else changed it, nothing is counted.',
  body: stockCountSchema,
  answers: { 200: jsonAnswer('What changed', countResultSchema) },
  refusals: [
    'not_found',
    productRefusals.catalogLocked,
    stockCountRefusals.stockChanged,
    stockCountRefusals.belowHeld,
    'conflict',
  ],
})

const undo = staffCall('products', 'post', '/stock-count/{id}/undo', {
  operationId: 'undoStockCount',
  summary: 'Take a count back (admin)',
  description: 'By as many pieces as it changed what is for sale, so that orders meanwhile count.',
  params: z.object({ id: z.string().meta({ description: 'The id of the count.' }) }),
  answers: { 200: jsonAnswer('What changed', countResultSchema) },
  refusals: ['not_found', productRefusals.catalogLocked, 'conflict'],
})

/** The calls by which stocks are counted. */
export const stockCountApi = (shop: Shop) =>
  createRouter('Catalogue')
    .openapi(find, async (c) => c.json(await findCounted(shop.db, c.req.valid('query').ids), 200))
    .openapi(count, async (c) => c.json(await countStock(shop, c.get('user'), c.req.valid('json')), 200))
    .openapi(undo, async (c) => c.json(await undoCount(shop, c.get('user'), c.req.valid('param').id), 200))

export type StockCountApi = ReturnType<typeof stockCountApi>
