import type { Context, MiddlewareHandler } from 'hono'
import { etag } from 'hono/etag'
import type { SignedInUser } from '#features/accounts/accounts.ts'
import { ownCall } from '#features/accounts/calls.ts'
import { requireManager, requireMembership } from '#features/companies/companies.ts'
import { csvAnswer } from '#kit/csv/csv-answer.ts'
import { CSV_FILE, jsonAnswer, PAGING_HEADERS, withChecks } from '#kit/server/describe.ts'
import { limitBody } from '#kit/server/limit-body.ts'
import { setPagingHeaders } from '#kit/server/paging.ts'
import type { Limit } from '#kit/server/rate-limit.ts'
import { createRouter, type RequestEnv } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { MINUTE_MS } from '#kit/time.ts'
import { LARGEST_LIST } from './limits.ts'
import { listOwnNumbers, readOwnNumbers } from './numbers/own-numbers.ts'
import { LIST_BODY, readSentList } from './numbers/read-list.ts'
import { previewOwnNumbers, replaceOwnNumbers } from './numbers/replace-list.ts'
import type { OwnNumber } from './schema.ts'
import { ownNumbersQuerySchema, ownNumbersSchema, replacedSchema, replaceQuerySchema } from './schema.ts'
import { searchForMembers, suggestToMembers } from './searching/search-first.ts'

/** The path of the call whose body is larger than those of others. */
export const OWN_NUMBERS_PATH = '/api/company/part-numbers'

/** Reading a list of 20,000 numbers takes a second of a processor. @public */
export const OWN_NUMBERS_LIMIT: Limit = {
  name: 'own-numbers',
  what: 'lists of own part numbers that replace others',
  account: 30,
  address: 300,
  windowMs: MINUTE_MS,
}

/** The headers of a page, which the whole list does not have. */
const PAGED = Object.fromEntries(
  Object.entries(PAGING_HEADERS).map(([name, header]) => [name, { ...header, required: false }]),
)

const numbersAnswer = jsonAnswer('The own numbers', ownNumbersSchema, PAGED)

const list = ownCall('get', '/company/part-numbers', {
  operationId: 'listOwnNumbers',
  summary: 'What the own company calls parts',
  description:
    'Its own part numbers in the sequence in which they were sent: all of them, as `PUT` takes them, or with `limit` a page, of which `X-Total-Count` has the number of all. With `Accept: text/csv` all as a file, with the columns `sku` and `own`.',
  query: ownNumbersQuerySchema,
  limit: 'reads',
  answers: { 200: { ...numbersAnswer, content: { ...numbersAnswer.content, ...CSV_FILE.content } } },
  refusals: ['not_found'],
})

const replace = ownCall('put', '/company/part-numbers', {
  operationId: 'replaceOwnNumbers',
  summary: 'Replace all own part numbers of the own company (manager)',
  description: `At most 20,000 as JSON or text/csv, whose first row names the columns \`sku\` and \`own\`, ${LARGEST_LIST.size} in all. A number names one part, in any case; a part may have several, of which the first is on orders. Wrong rows are refused together, with the first 100 of them named. Searches, suggestions, quotes and pasted lists of members understand the own numbers before the shop's, and lines without a number of their own have them as \`own\`.`,
  query: replaceQuerySchema,
  otherBody: LIST_BODY,
  limit: OWN_NUMBERS_LIMIT,
  answers: { 200: jsonAnswer('What changed', replacedSchema) },
  refusals: ['not_found', 'forbidden', 'not_json', 'too_large', 'unsupported_media_type'],
})

type OwnMiddleware = MiddlewareHandler<RequestEnv & { Variables: { user: SignedInUser } }>

const wantsFile = (c: Context): boolean => /\btext\/csv\b/i.test(c.req.header('accept') ?? '')

/** Answers with the file if that is what is accepted. */
const fileIfWanted =
  ({ db, log }: Shop): OwnMiddleware =>
  async (c, next) => {
    if (!wantsFile(c)) return next()
    const { company_id } = await requireMembership(db, c.get('user').id)
    const rows = fileRows(await readOwnNumbers(db, company_id))
    return csvAnswer('own-part-numbers.csv', ['sku', 'own'], rows, log)
  }

async function* fileRows(numbers: readonly OwnNumber[]) {
  yield numbers.map(({ sku, own }) => [sku, own])
}

/** Refuses whoever is no manager before the body is read. */
const managersOnly =
  ({ db }: Shop): OwnMiddleware =>
  async (c, next) => {
    await requireManager(db, c.get('user').id)
    await next()
  }

/** The calls of the own part numbers of companies, and what their members find by them in public calls. */
export function companyNumbersApi(shop: Shop) {
  const { db } = shop
  const router = createRouter('Companies')
  router.use('/product', etag(), searchForMembers(shop))
  router.use('/suggestion', suggestToMembers(shop))
  return router
    .openapi(withChecks(list, fileIfWanted(shop)), async (c) => {
      const { company_id } = await requireMembership(db, c.get('user').id)
      const query = c.req.valid('query')
      if (query.limit === undefined && query.q === undefined)
        return c.json({ numbers: await readOwnNumbers(db, company_id) }, 200)
      const page = await listOwnNumbers(db, company_id, query)
      setPagingHeaders(c, page)
      return c.json({ numbers: [...page.rows] }, 200)
    })
    .openapi(withChecks(replace, managersOnly(shop), limitBody(LARGEST_LIST)), async (c) => {
      const rows = await readSentList(c)
      const { preview } = c.req.valid('query')
      return c.json(await (preview ? previewOwnNumbers : replaceOwnNumbers)(shop, c.get('user'), rows), 200)
    })
}
