import { staffCall } from '#features/accounts/calls.ts'
import { jsonAnswer, PAGING_HEADERS, publicCall } from '#kit/server/describe.ts'
import { z } from '#kit/server/router.ts'
import {
  archivedQuerySchema,
  managedProductSchema,
  suggestionQuerySchema,
  suggestionsSchema,
} from '../schema.ts'

/** The call that lists archived products. */
export const archivedRoute = staffCall('products', 'get', '/archived-product', {
  operationId: 'listArchivedProducts',
  summary: 'The archived products, the last archived first (admin)',
  description: 'Each contains every word of `q` in name, part number or description.',
  query: archivedQuerySchema,
  answers: { 200: jsonAnswer('Archived products', z.array(managedProductSchema), PAGING_HEADERS) },
})

/** The call for the search field while a visitor types. */
export const suggestions = publicCall('get', '/suggestion', {
  operationId: 'suggest',
  summary: 'What a search that is being typed may mean',
  description:
    'Categories with every word in their name, and the parts that `GET /api/product` lists first. With the access token of a member of a company the parts whose own numbers begin with `q` are before them.',
  publicCache: true,
  query: suggestionQuerySchema,
  answers: { 200: jsonAnswer('Suggestions', suggestionsSchema) },
})
