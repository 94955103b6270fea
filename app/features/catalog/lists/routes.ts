import { FOR_ADMINS, jsonAnswer, PAGING_HEADERS, PROOF, refusals } from '#kit/server/describe.ts'
import { createRoute, z } from '#kit/server/router.ts'
import { archivedQuerySchema, managedProductSchema } from '../schema.ts'

/** The call that lists archived products. */
export const archivedRoute = createRoute({
  method: 'get',
  path: '/archived-product',
  operationId: 'listArchivedProducts',
  tags: ['Catalogue'],
  security: PROOF.bearer,
  summary: 'The archived products, the last archived first (admin)',
  description: 'Each contains every word of `q` in name, part number or description.',
  request: { query: archivedQuerySchema },
  responses: {
    200: jsonAnswer('Archived products', z.array(managedProductSchema), PAGING_HEADERS),
    ...refusals(...FOR_ADMINS),
  },
})
