import { ownCall } from '#features/accounts/calls.ts'
import { REVISION_CHANGED } from '#kit/problem.ts'
import { jsonAnswer, PAGING_HEADERS, publicCall } from '#kit/server/describe.ts'
import { TOKEN_IN_ADDRESS } from '#kit/server/headers.ts'
import { answerPage } from '#kit/server/paging.ts'
import { callerAddress, type Limit } from '#kit/server/rate-limit.ts'
import { createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { MINUTE_MS } from '#kit/time.ts'
import {
  addSavedList,
  changeSavedList,
  deleteSavedList,
  findSavedList,
  listSavedLists,
} from './lists/saved-lists.ts'
import {
  changeListSchema,
  listSummarySchema,
  savedListSchema,
  saveListSchema,
  sharedListSchema,
  shareLinkSchema,
} from './schema.ts'
import { endSharing, openSharedList, shareList } from './sharing/shared-lists.ts'

/** @public */
export const LIST_LIMIT: Limit = {
  name: 'list',
  what: 'changes of saved lists',
  account: 300,
  address: 2000,
  windowMs: MINUTE_MS,
}

const listId = { params: z.object({ id: z.string().meta({ description: 'The id of the list.' }) }) }

const deleted = jsonAnswer('How many were deleted', z.object({ deletedCount: z.number() }))

const listRoute = ownCall('get', '/list', {
  operationId: 'listLists',
  summary: 'The caller’s lists, the one that was changed last first',
  description: 'Without `limit` the first 100. `X-Total-Count` has their number, `Link` the next page.',
  query: z.object({ limit: z.string().optional(), after: z.string().optional() }),
  limit: 'reads',
  answers: { 200: jsonAnswer('The lists', z.array(listSummarySchema), PAGING_HEADERS) },
})

const addRoute = ownCall('post', '/list', {
  operationId: 'addList',
  summary: 'Save a list by a name',
  description:
    'At most 100 lists, 10 until the e-mail is confirmed, of at most 200 lines, each product once. Quantities are kept as they are, also those that cannot be ordered.',
  body: saveListSchema,
  limit: LIST_LIMIT,
  answers: { 201: jsonAnswer('The list', savedListSchema) },
  refusals: ['too_many'],
})

const getRoute = ownCall('get', '/list/{id}', {
  operationId: 'getList',
  summary: 'An own list, priced and checked',
  description: 'A part that is no longer for sale stays in the list, as `unknown`.',
  ...listId,
  limit: 'reads',
  answers: { 200: jsonAnswer('The list', savedListSchema) },
})

const changeRoute = ownCall('put', '/list/{id}', {
  operationId: 'changeList',
  summary: 'Replace an own list',
  description: 'Refused (409) when it was changed since the `revision`.',
  ...listId,
  body: changeListSchema,
  limit: LIST_LIMIT,
  answers: { 200: jsonAnswer('The list', savedListSchema) },
  refusals: [REVISION_CHANGED],
})

const deleteRoute = ownCall('delete', '/list/{id}', {
  operationId: 'deleteList',
  summary: 'Delete an own list, and its link',
  ...listId,
  limit: LIST_LIMIT,
  answers: { 200: deleted },
})

const shareRoute = ownCall('post', '/list/{id}/link', {
  operationId: 'shareList',
  summary: 'Share an own list by a link',
  description:
    'Whoever has the link reads the name of the list and its lines. An earlier link ends. The address is shown only here.',
  ...listId,
  limit: LIST_LIMIT,
  answers: { 201: jsonAnswer('The link', shareLinkSchema) },
})

const endRoute = ownCall('delete', '/list/{id}/link', {
  operationId: 'endListLink',
  summary: 'End the link of an own list',
  ...listId,
  limit: LIST_LIMIT,
  answers: { 200: deleted },
})

const sharedRoute = publicCall('get', '/shared-list/{token}', {
  operationId: 'getSharedList',
  summary: 'The list of a link',
  params: z.object({ token: z.string().meta({ description: 'The token of the link.' }) }),
  answers: { 200: jsonAnswer('The list', sharedListSchema) },
  refusals: ['too_many_requests'],
})

/** The calls of saved lists; all but one are about the caller's own. */
export function savedListsApi(shop: Shop) {
  return createRouter('Lists')
    .openapi(listRoute, async (c) => {
      return answerPage(c, await listSavedLists(shop.db, c.get('user'), c.req.valid('query')))
    })
    .openapi(addRoute, async (c) => c.json(await addSavedList(shop, c.get('user'), c.req.valid('json')), 201))
    .openapi(getRoute, async (c) =>
      c.json(await findSavedList(shop, c.get('user'), c.req.valid('param').id), 200),
    )
    .openapi(changeRoute, async (c) => {
      const { id } = c.req.valid('param')
      return c.json(await changeSavedList(shop, c.get('user'), id, c.req.valid('json')), 200)
    })
    .openapi(deleteRoute, async (c) => {
      await deleteSavedList(shop, c.get('user'), c.req.valid('param').id)
      return c.json({ deletedCount: 1 }, 200)
    })
    .openapi(shareRoute, async (c) =>
      c.json(await shareList(shop, c.get('user'), c.req.valid('param').id), 201),
    )
    .openapi(endRoute, async (c) => {
      await endSharing(shop, c.get('user'), c.req.valid('param').id)
      return c.json({ deletedCount: 1 }, 200)
    })
    .openapi(sharedRoute, async (c) => {
      for (const [name, value] of Object.entries(TOKEN_IN_ADDRESS)) c.header(name, value)
      return c.json(await openSharedList(shop, c.req.valid('param').token, callerAddress(c, shop)), 200)
    })
}

export type SavedListsApi = ReturnType<typeof savedListsApi>
