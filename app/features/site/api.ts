import type { Guards } from '#features/accounts/accounts.ts'
import { productRefusals } from '#features/catalog/refusals.ts'
import { FOR_ADMINS, jsonAnswer, jsonBody, PROOF, refusals, WITH_BODY } from '#kit/server/describe.ts'
import { createRoute, createRouter } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { changeTextsSchema, siteTextsSchema } from './texts/schema.ts'
import { changeTexts, readTexts } from './texts/site-texts.ts'

const readRoute = createRoute({
  method: 'get',
  path: '/texts',
  operationId: 'getTexts',
  tags: ['Shop'],
  summary: 'The texts of the home page, the portfolio, the terms and the imprint (admin)',
  security: PROOF.bearer,
  responses: {
    200: jsonAnswer('The changed texts, and all original ones', siteTextsSchema),
    ...refusals(...FOR_ADMINS),
  },
})

const changeRoute = createRoute({
  method: 'put',
  path: '/texts',
  operationId: 'changeTexts',
  tags: ['Shop'],
  summary: 'Replace the changed texts (admin)',
  description:
    'All of them are replaced. `revision` has to be the current one. A text that is left out is the original one. In the terms and the imprint an empty line ends a paragraph, `# ` begins a heading, `- ` an item of a list, and `[words](https://…)` is a link.',
  security: PROOF.bearer,
  request: jsonBody(changeTextsSchema),
  responses: {
    200: jsonAnswer('The texts as they are now', siteTextsSchema),
    ...refusals(...FOR_ADMINS, ...WITH_BODY, productRefusals.revisionChanged),
  },
})

/** What a refused change returns besides its sentence: the texts as they are. */
export const textsProblemMembers = { pageTexts: siteTextsSchema.optional() }

/** The calls of the texts of pages. */
export const siteApi = (shop: Shop, guards: Guards) =>
  createRouter()
    .openapi({ ...readRoute, middleware: guards.requireAdmin }, async (c) =>
      c.json(await readTexts(shop.db), 200),
    )
    .openapi({ ...changeRoute, middleware: guards.requireAdmin }, async (c) =>
      c.json(await changeTexts(shop, c.get('user'), c.req.valid('json')), 200),
    )

export type SiteApi = ReturnType<typeof siteApi>
