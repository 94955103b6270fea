import type { Guards } from '#features/accounts/accounts.ts'
import { orderNoteSchema } from '#features/orders/schema.ts'
import { addNoteSchema } from '#kit/notes/schema.ts'
import { FOR_ADMINS, jsonAnswer, jsonBody, PROOF, refusals, WITH_BODY } from '#kit/server/describe.ts'
import { createRoute, createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { orderNotes } from './notes.ts'

const security = PROOF.bearer

const tags = ['Orders']

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
    200: jsonAnswer('How many were removed', z.object({ deletedCount: z.number() })),
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

/** The calls for the notes of admins on an order. */
export function orderNotesApi(shop: Shop, guards: Guards) {
  return createRouter()
    .openapi({ ...listNotesRoute, middleware: guards.requireAdmin }, async (c) =>
      c.json(await orderNotes.list(shop.db, c.req.valid('param').id), 200),
    )
    .openapi({ ...addNoteRoute, middleware: guards.requireAdmin }, async (c) => {
      const { text } = c.req.valid('json')
      return c.json(await orderNotes.add(shop, c.get('user'), c.req.valid('param').id, text), 201)
    })
    .openapi({ ...removeNoteRoute, middleware: guards.requireAdmin }, async (c) => {
      const { id, noteId } = c.req.valid('param')
      return c.json(
        { deletedCount: await orderNotes.remove(shop, c.get('user'), { about: id, noteId }) },
        200,
      )
    })
    .openapi({ ...restoreNoteRoute, middleware: guards.requireAdmin }, async (c) => {
      const { id, noteId } = c.req.valid('param')
      return c.json(await orderNotes.restore(shop, c.get('user'), { about: id, noteId }), 200)
    })
}

export type OrderNotesApi = ReturnType<typeof orderNotesApi>
