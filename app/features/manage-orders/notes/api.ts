import { staffCall } from '#features/accounts/calls.ts'
import { orderNoteSchema } from '#features/orders/schema.ts'
import { addNoteSchema } from '#kit/notes/schema.ts'
import { jsonAnswer } from '#kit/server/describe.ts'
import { createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { orderNotes } from './notes.ts'

const orderId = z.string().meta({ description: 'The id of the order.' })

const noteParams = {
  params: z.object({ id: orderId, noteId: z.string().meta({ description: 'The id of the note.' }) }),
}

const listNotesRoute = staffCall('orders', 'get', '/order/{id}/notes', {
  operationId: 'listOrderNotes',
  summary: 'What admins noted on an order, oldest first (admin)',
  description: 'At most 100. The customer never sees them.',
  params: z.object({ id: orderId }),
  answers: { 200: jsonAnswer('The notes', z.array(orderNoteSchema)) },
})

const addNoteRoute = staffCall('orders', 'post', '/order/{id}/notes', {
  operationId: 'addOrderNote',
  summary: 'Add a note to an order (admin)',
  params: z.object({ id: orderId }),
  body: addNoteSchema,
  answers: { 201: jsonAnswer('The note', orderNoteSchema) },
  refusals: ['conflict'],
})

const removeNoteRoute = staffCall('orders', 'delete', '/order/{id}/notes/{noteId}', {
  operationId: 'removeOrderNote',
  summary: 'Remove a note from an order (admin)',
  description: 'It can be restored for a day.',
  ...noteParams,
  mayBeMissing: true,
  answers: { 200: jsonAnswer('How many were removed', z.object({ deletedCount: z.number() })) },
})

const restoreNoteRoute = staffCall('orders', 'post', '/order/{id}/notes/{noteId}/restore', {
  operationId: 'restoreOrderNote',
  summary: 'Restore a removed note (admin)',
  ...noteParams,
  answers: { 200: jsonAnswer('The note', orderNoteSchema) },
})

/** The calls for the notes of admins on an order. */
export function orderNotesApi(shop: Shop) {
  return createRouter('Orders')
    .openapi(listNotesRoute, async (c) =>
      c.json(await orderNotes.list(shop.db, c.req.valid('param').id), 200),
    )
    .openapi(addNoteRoute, async (c) => {
      const { text } = c.req.valid('json')
      return c.json(await orderNotes.add(shop, c.get('user'), c.req.valid('param').id, text), 201)
    })
    .openapi(removeNoteRoute, async (c) => {
      const { id, noteId } = c.req.valid('param')
      return c.json(
        { deletedCount: await orderNotes.remove(shop, c.get('user'), { about: id, noteId }) },
        200,
      )
    })
    .openapi(restoreNoteRoute, async (c) => {
      const { id, noteId } = c.req.valid('param')
      return c.json(await orderNotes.restore(shop, c.get('user'), { about: id, noteId }), 200)
    })
}

export type OrderNotesApi = ReturnType<typeof orderNotesApi>
