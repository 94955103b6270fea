import type { Guards } from '#features/accounts/accounts.ts'
import { FOR_ADMINS, jsonAnswer, jsonBody, PROOF, refusals, WITH_BODY } from '#kit/server/describe.ts'
import { createRoute, createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { savedViewSchema, saveViewSchema } from './schema.ts'
import { addView, deleteView, listViews, replaceView } from './views.ts'

const security = PROOF.bearer

const tags = ['Orders']

const viewId = { params: z.object({ id: z.string().meta({ description: 'The id of the view.' }) }) }

const listViewsRoute = createRoute({
  method: 'get',
  path: '/order-views',
  operationId: 'listOrderViews',
  tags,
  summary: 'The caller’s saved views of the orders, by name (admin)',
  description: 'At most 20.',
  security,
  responses: { 200: jsonAnswer('The views', z.array(savedViewSchema)), ...refusals(...FOR_ADMINS) },
})

const addViewRoute = createRoute({
  method: 'post',
  path: '/order-views',
  operationId: 'addOrderView',
  tags,
  summary: 'Save a view of the orders under a name (admin)',
  security,
  request: jsonBody(saveViewSchema),
  responses: {
    201: jsonAnswer('The view', savedViewSchema),
    ...refusals(...FOR_ADMINS, ...WITH_BODY, 'conflict'),
  },
})

const replaceViewRoute = createRoute({
  method: 'put',
  path: '/order-views/{id}',
  operationId: 'replaceOrderView',
  tags,
  summary: 'Rename an own view, or change what it shows (admin)',
  security,
  request: { ...viewId, ...jsonBody(saveViewSchema) },
  responses: {
    200: jsonAnswer('The view', savedViewSchema),
    ...refusals(...FOR_ADMINS, ...WITH_BODY, 'not_found', 'conflict'),
  },
})

const deleteViewRoute = createRoute({
  method: 'delete',
  path: '/order-views/{id}',
  operationId: 'deleteOrderView',
  tags,
  summary: 'Delete an own view (admin)',
  security,
  request: viewId,
  responses: {
    200: jsonAnswer('How many were deleted', z.object({ deletedCount: z.number() })),
    ...refusals(...FOR_ADMINS),
  },
})

/** The calls for the saved views of the orders. */
export function savedViewsApi(shop: Shop, guards: Guards) {
  return createRouter()
    .openapi({ ...listViewsRoute, middleware: guards.requireAdmin }, async (c) =>
      c.json(await listViews(shop.db, c.get('user').id), 200),
    )
    .openapi({ ...addViewRoute, middleware: guards.requireAdmin }, async (c) =>
      c.json(await addView(shop, c.get('user'), c.req.valid('json')), 201),
    )
    .openapi({ ...replaceViewRoute, middleware: guards.requireAdmin }, async (c) => {
      const { id } = c.req.valid('param')
      return c.json(await replaceView(shop, c.get('user'), id, c.req.valid('json')), 200)
    })
    .openapi({ ...deleteViewRoute, middleware: guards.requireAdmin }, async (c) => {
      const deletedCount = await deleteView(shop, c.get('user'), c.req.valid('param').id)
      return c.json({ deletedCount }, 200)
    })
}

export type SavedViewsApi = ReturnType<typeof savedViewsApi>
