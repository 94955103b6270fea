import { staffCall } from '#features/accounts/calls.ts'
import { productRefusals } from '#features/catalog/refusals.ts'
import { savedMailWordsSchema } from '#features/customer-mails/schema.ts'
import { jsonAnswer } from '#kit/server/describe.ts'
import { createRouter } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { mailWordsApi } from './mails/api.ts'
import { changeTextsSchema, siteTextsSchema } from './texts/schema.ts'
import { changeTexts, readTexts } from './texts/site-texts.ts'

const readRoute = staffCall('settings', 'get', '/texts', {
  operationId: 'getTexts',
  summary: 'The texts of the home page, the portfolio, the terms and the imprint (admin)',
  answers: { 200: jsonAnswer('The changed texts, and all original ones', siteTextsSchema) },
})

const changeRoute = staffCall('settings', 'put', '/texts', {
  operationId: 'changeTexts',
  summary: 'Replace the changed texts (admin)',
  description:
    'All of them are replaced. `revision` has to be the current one. A text that is left out is the original one. In the terms and the imprint an empty line ends a paragraph, `# ` begins a heading, `- ` an item of a list, and `[words](https://…)` is a link.',
  body: changeTextsSchema,
  answers: { 200: jsonAnswer('The texts as they are now', siteTextsSchema) },
  refusals: [productRefusals.revisionChanged],
})

/** What a refused change returns besides its sentence: the texts as they are. */
export const textsProblemMembers = {
  pageTexts: siteTextsSchema.optional(),
  mailWords: savedMailWordsSchema.optional(),
}

/** The calls of the texts of pages. */
export const siteApi = (shop: Shop) =>
  createRouter('Shop')
    .openapi(readRoute, async (c) => c.json(await readTexts(shop.db), 200))
    .openapi(changeRoute, async (c) =>
      c.json(await changeTexts(shop, c.get('user'), c.req.valid('json')), 200),
    )
    .route('/', mailWordsApi(shop))

export type SiteApi = ReturnType<typeof siteApi>
