import { PUBLIC_CACHE } from '#kit/public-cache/public-addresses.ts'
import { jsonAnswer, PROOF, refusals } from '#kit/server/describe.ts'
import { createRoute } from '#kit/server/router.ts'
import { suggestionQuerySchema, suggestionsSchema } from '../schema.ts'

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
