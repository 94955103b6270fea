import type { Guards } from '#features/accounts/accounts.ts'
import {
  FOR_SIGNED_IN,
  jsonAnswer,
  jsonBody,
  PAGING_HEADERS,
  PROOF,
  refusals,
  WITH_BODY,
} from '#kit/server/describe.ts'
import { TOKEN_IN_ADDRESS } from '#kit/server/headers.ts'
import { setPagingHeaders } from '#kit/server/paging.ts'
import { callerAddress, type Limit } from '#kit/server/rate-limit.ts'
import { createRoute, createRouter, z } from '#kit/server/router.ts'
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

/** Changes of lists. */
export const LIST_LIMIT: Limit = { name: 'list', account: 300, address: 2000, windowMs: MINUTE_MS }

const tags = ['Lists']

const own = { path: '/list/{id}', tags, security: PROOF.bearer } as const

const listId = { params: z.object({ id: z.string().meta({ description: 'The id of the list.' }) }) }

const deleted = jsonAnswer('How many were deleted', z.object({ deletedCount: z.number() }))

const listRoute = createRoute({
  ...own,
  method: 'get',
  path: '/list',
  operationId: 'listLists',
  summary: 'The caller’s lists, the one that was changed last first',
  description: 'Without `limit` the first 100. `X-Total-Count` has their number, `Link` the next page.',
  request: { query: z.object({ limit: z.string().optional(), after: z.string().optional() }) },
  responses: {
    200: jsonAnswer('The lists', z.array(listSummarySchema), PAGING_HEADERS),
    ...refusals(...FOR_SIGNED_IN, 'invalid', 'too_many_requests'),
  },
})

const addRoute = createRoute({
  ...own,
  method: 'post',
  path: '/list',
  operationId: 'addList',
  summary: 'Save a list by a name',
  description:
    'At most 100 lists, 10 until the e-mail is verified, of at most 200 lines, each product once. Quantities are kept as they are, also those that cannot be ordered.',
  request: jsonBody(saveListSchema),
  responses: {
    201: jsonAnswer('The list', savedListSchema),
    ...refusals(...FOR_SIGNED_IN, ...WITH_BODY, 'too_many_requests', 'too_many'),
  },
})

const getRoute = createRoute({
  ...own,
  method: 'get',
  operationId: 'getList',
  summary: 'An own list, priced and checked',
  description: 'A part that is no longer for sale stays in the list, as `unknown`.',
  request: listId,
  responses: {
    200: jsonAnswer('The list', savedListSchema),
    ...refusals(...FOR_SIGNED_IN, 'not_found', 'too_many_requests'),
  },
})

const changeRoute = createRoute({
  ...own,
  method: 'put',
  operationId: 'changeList',
  summary: 'Replace an own list',
  description: 'Refused (409) when it was changed since the `revision`.',
  request: { ...listId, ...jsonBody(changeListSchema) },
  responses: {
    200: jsonAnswer('The list', savedListSchema),
    ...refusals(...FOR_SIGNED_IN, ...WITH_BODY, 'too_many_requests', 'not_found', 'conflict'),
  },
})

const deleteRoute = createRoute({
  ...own,
  method: 'delete',
  operationId: 'deleteList',
  summary: 'Delete an own list, and its link',
  request: listId,
  responses: { 200: deleted, ...refusals(...FOR_SIGNED_IN, 'too_many_requests', 'not_found') },
})

const shareRoute = createRoute({
  ...own,
  method: 'post',
  path: '/list/{id}/link',
  operationId: 'shareList',
  summary: 'Share an own list by a link',
  description:
    'Whoever has the link reads the name of the list and its lines. An earlier link ends. The address is shown only here.',
  request: listId,
  responses: {
    201: jsonAnswer('The link', shareLinkSchema),
    ...refusals(...FOR_SIGNED_IN, 'too_many_requests', 'not_found'),
  },
})

const endRoute = createRoute({
  ...own,
  method: 'delete',
  path: '/list/{id}/link',
  operationId: 'endListLink',
  summary: 'End the link of an own list',
  request: listId,
  responses: { 200: deleted, ...refusals(...FOR_SIGNED_IN, 'too_many_requests', 'not_found') },
})

const sharedRoute = createRoute({
  method: 'get',
  path: '/shared-list/{token}',
  operationId: 'getSharedList',
  tags,
  security: PROOF.none,
  summary: 'The list of a link',
  request: { params: z.object({ token: z.string().meta({ description: 'The token of the link.' }) }) },
  responses: {
    200: jsonAnswer('The list', sharedListSchema),
    ...refusals('not_found', 'too_many_requests'),
  },
})

/** The calls of saved lists; all but one are about the caller's own. */
export function savedListsApi(shop: Shop, guards: Guards) {
  const limit = guards.limit(LIST_LIMIT)
  return createRouter()
    .openapi({ ...listRoute, middleware: [guards.requireUser, guards.limitReads] as const }, async (c) => {
      const lists = await listSavedLists(shop.db, c.get('user'), c.req.valid('query'))
      setPagingHeaders(c, lists)
      return c.json([...lists.rows], 200)
    })
    .openapi({ ...addRoute, middleware: [guards.requireUser, limit] as const }, async (c) =>
      c.json(await addSavedList(shop, c.get('user'), c.req.valid('json')), 201),
    )
    .openapi({ ...getRoute, middleware: [guards.requireUser, guards.limitReads] as const }, async (c) =>
      c.json(await findSavedList(shop.db, c.get('user'), c.req.valid('param').id), 200),
    )
    .openapi({ ...changeRoute, middleware: [guards.requireUser, limit] as const }, async (c) => {
      const { id } = c.req.valid('param')
      return c.json(await changeSavedList(shop, c.get('user'), id, c.req.valid('json')), 200)
    })
    .openapi({ ...deleteRoute, middleware: [guards.requireUser, limit] as const }, async (c) => {
      await deleteSavedList(shop, c.get('user'), c.req.valid('param').id)
      return c.json({ deletedCount: 1 }, 200)
    })
    .openapi({ ...shareRoute, middleware: [guards.requireUser, limit] as const }, async (c) =>
      c.json(await shareList(shop, c.get('user'), c.req.valid('param').id), 201),
    )
    .openapi({ ...endRoute, middleware: [guards.requireUser, limit] as const }, async (c) => {
      await endSharing(shop, c.get('user'), c.req.valid('param').id)
      return c.json({ deletedCount: 1 }, 200)
    })
    .openapi(sharedRoute, async (c) => {
      for (const [name, value] of Object.entries(TOKEN_IN_ADDRESS)) c.header(name, value)
      return c.json(await openSharedList(shop, c.req.valid('param').token, callerAddress(c, shop)), 200)
    })
}

export type SavedListsApi = ReturnType<typeof savedListsApi>
