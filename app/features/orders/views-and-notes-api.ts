import type { Guards } from '#features/accounts/accounts.ts'
import { FOR_ADMINS, jsonAnswer, jsonBody, PROOF, refusals, WITH_BODY } from '#kit/server/describe.ts'
import { createRoute, createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { addNote, listNotes, removeNote, restoreNote } from './order-notes.ts'
import { addView, deleteView, listViews, replaceView } from './saved-views.ts'
import { addNoteSchema, orderNoteSchema, savedViewSchema, saveViewSchema } from './views-and-notes-schema.ts'

const security = PROOF.bearer

const tags = ['Orders']

const viewId = { params: z.object({ id: z.string().meta({ description: 'The id of the view.' }) }) }

const deletedCount = z.object({ deletedCount: z.number() })

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
    200: jsonAnswer('How many were deleted', deletedCount),
    ...refusals(...FOR_ADMINS),
  },
})

const orderId = z.string().meta({ description: 'The id of the order.' })

const noteParams = {
  params: z.object({ id: orderId, noteId: z.string().meta({ description: 'The id of the note.' }) }),
}

const listNotesRoute = createRoute({
  method: 'get',
  path: '/order/{id}/notes',
  operationId: 'listOrderNotes',
  tags,
  summary: 'What admins noted on an order, oldest first (admin)',
  description: 'At most 100. The customer never sees them.',
  security,
  request: { params: z.object({ id: orderId }) },
  responses: {
    200: jsonAnswer('The notes', z.array(orderNoteSchema)),
    ...refusals(...FOR_ADMINS, 'not_found'),
  },
})

const addNoteRoute = createRoute({
  method: 'post',
  path: '/order/{id}/notes',
  operationId: 'addOrderNote',
  tags,
  summary: 'Add a note to an order (admin)',
  security,
  request: { params: z.object({ id: orderId }), ...jsonBody(addNoteSchema) },
  responses: {
    201: jsonAnswer('The note', orderNoteSchema),
    ...refusals(...FOR_ADMINS, ...WITH_BODY, 'not_found', 'conflict'),
  },
})

const removeNoteRoute = createRoute({
  method: 'delete',
  path: '/order/{id}/notes/{noteId}',
  operationId: 'removeOrderNote',
  tags,
  summary: 'Remove a note from an order (admin)',
  description: 'It can be restored for a day.',
  security,
  request: noteParams,
  responses: {
    200: jsonAnswer('How many were removed', deletedCount),
    ...refusals(...FOR_ADMINS),
  },
})

const restoreNoteRoute = createRoute({
  method: 'post',
  path: '/order/{id}/notes/{noteId}/restore',
  operationId: 'restoreOrderNote',
  tags,
  summary: 'Restore a removed note (admin)',
  security,
  request: noteParams,
  responses: {
    200: jsonAnswer('The note', orderNoteSchema),
    ...refusals(...FOR_ADMINS, 'not_found'),
  },
})

/** The calls for the work of admins with orders: saved views of the list, and notes. */
export function viewsAndNotesApi(shop: Shop, guards: Guards) {
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
    .openapi({ ...listNotesRoute, middleware: guards.requireAdmin }, async (c) =>
      c.json(await listNotes(shop.db, c.req.valid('param').id), 200),
    )
    .openapi({ ...addNoteRoute, middleware: guards.requireAdmin }, async (c) => {
      const { text } = c.req.valid('json')
      return c.json(await addNote(shop, c.get('user'), c.req.valid('param').id, text), 201)
    })
    .openapi({ ...removeNoteRoute, middleware: guards.requireAdmin }, async (c) => {
      const { id, noteId } = c.req.valid('param')
      return c.json({ deletedCount: await removeNote(shop, c.get('user'), { orderId: id, noteId }) }, 200)
    })
    .openapi({ ...restoreNoteRoute, middleware: guards.requireAdmin }, async (c) => {
      const { id, noteId } = c.req.valid('param')
      return c.json(await restoreNote(shop, c.get('user'), { orderId: id, noteId }), 200)
    })
}

export type ViewsAndNotesApi = ReturnType<typeof viewsAndNotesApi>
