import type { Context, MiddlewareHandler } from 'hono'
import { ownCall, staffCall } from '#features/accounts/calls.ts'
import { fieldKinds } from '#features/catalog/fields.ts'
import { csvAnswer } from '#kit/csv/csv-answer.ts'
import { REVISION_CHANGED } from '#kit/problem.ts'
import { AppError } from '#kit/server/app-error.ts'
import { CSV_FILE, jsonAnswer, withChecks } from '#kit/server/describe.ts'
import { limitAtOnce } from '#kit/server/limit-at-once.ts'
import { limitBody } from '#kit/server/limit-body.ts'
import { createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { mediaTypeOf, readJsonBody } from '#kit/upload/request-body.ts'
import { compareAgreed, listAgreed, replaceAgreed } from './agreeing/agreed-list.ts'
import { CSV_COLUMNS, readCsvPrices, readJsonPrices, type SentPrices } from './agreeing/sent-prices.ts'
import { findOwnPrices } from './buyers/own-prices.ts'
import { LARGEST_LIST } from './limits.ts'
import {
  type AgreedPrices,
  agreedPricesSchema,
  askedPricesQuery,
  comparedSchema,
  ownPriceSchema,
  putAgreedSchema,
  putQuerySchema,
} from './schema.ts'

/** The paths of the calls that take more than others, which limit their bodies themselves. */
export const AGREED_PATHS = /^\/api\/companies\/[^/]+\/prices(\/comparison)?$/

const ofCompany = { params: z.object({ id: z.string().meta({ description: 'The id of the company.' }) }) }

const JSON_TYPE = 'application/json'
const CSV_TYPE = 'text/csv'

const { $schema: _, ...LIST_SCHEMA } = z.toJSONSchema(putAgreedSchema, { io: 'input' })
const JSON_LIST = LIST_SCHEMA as { type: 'object' }

const LIST_BODY = {
  required: true,
  // No validator: the router would want JSON of a file too.
  content: { [JSON_TYPE]: { schema: JSON_LIST }, ...CSV_FILE.content },
}

const agreed = jsonAnswer('The agreed prices, by part number', agreedPricesSchema)

const own = ownCall('get', '/price', {
  operationId: 'getPrices',
  summary: 'What the caller pays for parts today',
  description:
    'At most 100 parts, in their sequence; one that is not for sale is left out. Members of a company pay what is agreed with it: `agreed` where that is not the list.',
  query: askedPricesQuery,
  limit: 'reads',
  answers: { 200: jsonAnswer('The prices', z.array(ownPriceSchema)) },
})

const list = staffCall('products', 'get', '/companies/{id}/prices', {
  operationId: 'listAgreedPrices',
  summary: 'The prices that are agreed with a company (admin)',
  description: 'As `PUT` takes them; with `Accept: text/csv` as a file.',
  ...ofCompany,
  answers: { 200: { ...agreed, content: { ...agreed.content, ...CSV_FILE.content } } },
})

const replace = staffCall('products', 'put', '/companies/{id}/prices', {
  operationId: 'replaceAgreedPrices',
  summary: 'Replace the prices that are agreed with a company (admin)',
  description:
    'At most 20,000, as JSON or as CSV with the columns `sku`, `prices` (`100:0.07 1000:0.06`), `validFrom` and `validTo`. All are taken, or none. A part may have several whose days do not overlap. They hold from the first to the last day in the time zone of the shop, dearer or cheaper than the list.',
  ...ofCompany,
  query: putQuerySchema,
  otherBody: LIST_BODY,
  answers: { 200: agreed },
  refusals: ['not_json', 'too_large', 'unsupported_media_type', REVISION_CHANGED, 'unavailable'],
})

const compare = staffCall('products', 'post', '/companies/{id}/prices/comparison', {
  operationId: 'compareAgreedPrices',
  summary: 'What a list would change of the prices that are agreed with a company (admin)',
  description: 'Takes what `PUT /companies/{id}/prices` takes, refuses the same, and changes nothing.',
  ...ofCompany,
  query: putQuerySchema,
  otherBody: LIST_BODY,
  answers: { 200: jsonAnswer('The changes, by part number', comparedSchema) },
  refusals: ['not_json', 'too_large', 'unsupported_media_type', 'unavailable'],
})

/** Refuses (415) a body that says it is something else. */
const requireList: MiddlewareHandler = async (c, next) => {
  if (![JSON_TYPE, CSV_TYPE].includes(mediaTypeOf(c)))
    throw new AppError('unsupported_media_type', `Send the prices as ${JSON_TYPE} or ${CSV_TYPE}.`)
  await next()
}

const readSent = async (c: Context): Promise<SentPrices> =>
  mediaTypeOf(c) === CSV_TYPE
    ? readCsvPrices(new Uint8Array(await c.req.arrayBuffer()))
    : readJsonPrices(await readJsonBody(c))

async function* csvRows({ prices }: AgreedPrices) {
  yield prices.map((row) => [
    row.sku,
    fieldKinds.priceBreaks.toCell?.(row.prices),
    row.validFrom,
    row.validTo,
  ])
}

const PRIVATE = 'private, no-store'

/** The calls of the prices that are agreed with companies. */
export function agreedPricesApi(shop: Shop) {
  // A list of 20,000 takes memory and a processor for a moment.
  const checks = [requireList, limitAtOnce(2), limitBody(LARGEST_LIST)]
  return createRouter('Companies')
    .openapi(own, async (c) => {
      c.header('Cache-Control', PRIVATE)
      return c.json(await findOwnPrices(shop, c.get('user').id, c.req.valid('query').sku), 200)
    })
    .openapi(list, async (c) => {
      const answer = await listAgreed(shop.db, c.req.valid('param').id)
      const isFile = c.req.header('accept')?.includes(CSV_TYPE)
      return isFile
        ? csvAnswer('agreed-prices.csv', CSV_COLUMNS, csvRows(answer), shop.log)
        : c.json(answer, 200)
    })
    .openapi(withChecks(replace, ...checks), async (c) => {
      const { id } = c.req.valid('param')
      const sent = await readSent(c)
      return c.json(await replaceAgreed(shop, c.get('user'), id, sent, c.req.valid('query')), 200)
    })
    .openapi(withChecks(compare, ...checks), async (c) => {
      const { id } = c.req.valid('param')
      return c.json(await compareAgreed(shop, id, await readSent(c), c.req.valid('query')), 200)
    })
}

export type AgreedPricesApi = ReturnType<typeof agreedPricesApi>
