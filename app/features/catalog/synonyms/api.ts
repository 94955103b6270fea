import { staffCall } from '#features/accounts/calls.ts'
import { jsonAnswer } from '#kit/server/describe.ts'
import { createRouter } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { productRefusals } from '../refusals.ts'
import { changeSynonymsSchema, synonymsSchema } from './schema.ts'
import { changeSynonyms, readSynonyms } from './synonyms.ts'

const readRoute = staffCall('products', 'get', '/synonyms', {
  operationId: 'getSynonyms',
  summary: 'What visitors call parts, and how the catalogue says it (admin)',
  answers: { 200: jsonAnswer('The synonyms', synonymsSchema) },
})

const changeRoute = staffCall('products', 'put', '/synonyms', {
  operationId: 'changeSynonyms',
  summary: 'Replace the synonyms (admin)',
  description:
    'All of them are replaced. `revision` has to be the current one. A search for one of `words` also finds what one for each of `finds` does; upper and lower case, plurals and dashes do not matter.',
  body: changeSynonymsSchema,
  answers: { 200: jsonAnswer('The synonyms as they are now', synonymsSchema) },
  refusals: [productRefusals.revisionChanged],
})

/** What a refused change returns besides its sentence: the synonyms as they are. */
export const synonymProblemMembers = { synonyms: synonymsSchema.optional() }

/** The calls of the synonyms. */
export const synonymApi = (shop: Shop) =>
  createRouter('Catalogue')
    .openapi(readRoute, async (c) => c.json(await readSynonyms(shop.db), 200))
    .openapi(changeRoute, async (c) =>
      c.json(await changeSynonyms(shop, c.get('user'), c.req.valid('json')), 200),
    )
