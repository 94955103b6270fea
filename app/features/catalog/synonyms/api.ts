import type { Guards } from '#features/accounts/accounts.ts'
import { FOR_ADMINS, jsonAnswer, jsonBody, PROOF, refusals, WITH_BODY } from '#kit/server/describe.ts'
import { createRoute, createRouter } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { productRefusals } from '../refusals.ts'
import { changeSynonymsSchema, synonymsSchema } from './schema.ts'
import { changeSynonyms, readSynonyms } from './synonyms.ts'

const readRoute = createRoute({
  method: 'get',
  path: '/synonyms',
  operationId: 'getSynonyms',
  tags: ['Catalogue'],
  summary: 'What visitors call parts, and how the catalogue says it (admin)',
  security: PROOF.bearer,
  responses: { 200: jsonAnswer('The synonyms', synonymsSchema), ...refusals(...FOR_ADMINS) },
})

const changeRoute = createRoute({
  method: 'put',
  path: '/synonyms',
  operationId: 'changeSynonyms',
  tags: ['Catalogue'],
  summary: 'Replace the synonyms (admin)',
  description:
    'All of them are replaced. `revision` has to be the current one. A search for one of `words` also finds what one for each of `finds` does; upper and lower case, plurals and dashes do not matter.',
  security: PROOF.bearer,
  request: jsonBody(changeSynonymsSchema),
  responses: {
    200: jsonAnswer('The synonyms as they are now', synonymsSchema),
    ...refusals(...FOR_ADMINS, ...WITH_BODY, productRefusals.revisionChanged),
  },
})

/** What a refused change returns besides its sentence: the synonyms as they are. */
export const synonymProblemMembers = { synonyms: synonymsSchema.optional() }

/** The calls of the synonyms. */
export const synonymApi = (shop: Shop, guards: Guards) =>
  createRouter()
    .openapi({ ...readRoute, middleware: guards.requireAdmin }, async (c) =>
      c.json(await readSynonyms(shop.db), 200),
    )
    .openapi({ ...changeRoute, middleware: guards.requireAdmin }, async (c) =>
      c.json(await changeSynonyms(shop, c.get('user'), c.req.valid('json')), 200),
    )
