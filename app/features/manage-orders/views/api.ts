import { staffCall } from '#features/accounts/calls.ts'
import { jsonAnswer } from '#kit/server/describe.ts'
import { createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { savedViewSchema, saveViewSchema } from './schema.ts'
import { addView, deleteView, listViews, replaceView } from './views.ts'

const viewId = { params: z.object({ id: z.string().meta({ description: 'The id of the view.' }) }) }

const listViewsRoute = staffCall('orders', 'get', '/order-views', {
  operationId: 'listOrderViews',
  summary: 'The caller’s saved views of the orders, by name (admin)',
  description: 'At most 20.',
  answers: { 200: jsonAnswer('The views', z.array(savedViewSchema)) },
})

const addViewRoute = staffCall('orders', 'post', '/order-views', {
  operationId: 'addOrderView',
  summary: 'Save a view of the orders under a name (admin)',
  body: saveViewSchema,
  answers: { 201: jsonAnswer('The view', savedViewSchema) },
  refusals: ['conflict'],
})

const replaceViewRoute = staffCall('orders', 'put', '/order-views/{id}', {
  operationId: 'replaceOrderView',
  summary: 'Rename an own view, or change what it shows (admin)',
  ...viewId,
  body: saveViewSchema,
  answers: { 200: jsonAnswer('The view', savedViewSchema) },
  refusals: ['conflict'],
})

const deleteViewRoute = staffCall('orders', 'delete', '/order-views/{id}', {
  operationId: 'deleteOrderView',
  summary: 'Delete an own view (admin)',
  ...viewId,
  mayBeMissing: true,
  answers: { 200: jsonAnswer('How many were deleted', z.object({ deletedCount: z.number() })) },
})

/** The calls for the saved views of the orders. */
export function savedViewsApi(shop: Shop) {
  return createRouter('Orders')
    .openapi(listViewsRoute, async (c) => c.json(await listViews(shop.db, c.get('user').id), 200))
    .openapi(addViewRoute, async (c) => c.json(await addView(shop, c.get('user'), c.req.valid('json')), 201))
    .openapi(replaceViewRoute, async (c) => {
      const { id } = c.req.valid('param')
      return c.json(await replaceView(shop, c.get('user'), id, c.req.valid('json')), 200)
    })
    .openapi(deleteViewRoute, async (c) => {
      const deletedCount = await deleteView(shop, c.get('user'), c.req.valid('param').id)
      return c.json({ deletedCount }, 200)
    })
}

export type SavedViewsApi = ReturnType<typeof savedViewsApi>
