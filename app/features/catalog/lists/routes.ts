import { PUBLIC_CACHE } from '#kit/public-cache/public-addresses.ts'
import { FOR_ADMINS, jsonAnswer, PAGING_HEADERS, PROOF, refusals } from '#kit/server/describe.ts'
import { createRoute, z } from '#kit/server/router.ts'
import {
  archivedQuerySchema,
  managedProductSchema,
  suggestionQuerySchema,
  suggestionsSchema,
} from '../schema.ts'

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

/** The call for the search field while a visitor types. */
export const suggestions = createRoute({
  method: 'get',
  path: '/suggestion',
  operationId: 'suggest',
  tags: ['Catalogue'],
  security: PROOF.none,
  ...PUBLIC_CACHE,
  summary: 'What a search that is being typed may mean',
  description: 'Categories with every word in their name, and the parts that `GET /api/product` lists first.',
  request: { query: suggestionQuerySchema },
  responses: { 200: jsonAnswer('Suggestions', suggestionsSchema), ...refusals() },
})
