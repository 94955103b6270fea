import { staffCall } from '#features/accounts/calls.ts'
import { productRefusals } from '#features/catalog/refusals.ts'
import { changeMailWords, readMailWords } from '#features/customer-mails/customer-mails.ts'
import { changeMailWordsSchema, savedMailWordsSchema } from '#features/customer-mails/schema.ts'
import { jsonAnswer } from '#kit/server/describe.ts'
import { createRouter } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { previewMail } from './preview-mail.ts'
import { mailPreviewSchema, previewMailSchema } from './schema.ts'

const readRoute = staffCall('settings', 'get', '/mail-words', {
  operationId: 'getMailWords',
  summary: 'The words that mails to customers have beside the shop’s own (admin)',
  answers: { 200: jsonAnswer('The words', savedMailWordsSchema) },
})

const changeRoute = staffCall('settings', 'put', '/mail-words', {
  operationId: 'changeMailWords',
  summary: 'Replace the words of mails to customers (admin)',
  description:
    'All of them are replaced; one that is left out or empty is the shop’s own. Plain text: an empty line ends a paragraph. `{name}`, in the greeting, is the customer, `{number}` the order, `{shop}` the shop; any other word in braces is refused. `revision` has to be the current one.',
  body: changeMailWordsSchema,
  answers: { 200: jsonAnswer('The words as they are now', savedMailWordsSchema) },
  refusals: [productRefusals.revisionChanged],
})

const previewRoute = staffCall('settings', 'post', '/mail-words/preview', {
  operationId: 'previewMail',
  summary: 'A mail to customers as it would be sent, about a sample order (admin)',
  description: 'Nothing is saved and nothing is sent.',
  body: previewMailSchema,
  answers: { 200: jsonAnswer('The mail', mailPreviewSchema) },
})

/** The calls of the words of mails. */
export const mailWordsApi = (shop: Shop) =>
  createRouter('Shop')
    .openapi(readRoute, async (c) => c.json(await readMailWords(shop.db), 200))
    .openapi(changeRoute, async (c) =>
      c.json(await changeMailWords(shop, c.get('user'), c.req.valid('json')), 200),
    )
    .openapi(previewRoute, async (c) => {
      const { kind, words } = c.req.valid('json')
      return c.json(await previewMail(shop, kind, words), 200)
    })

export type MailWordsApi = ReturnType<typeof mailWordsApi>
