import { staffCall } from '#features/accounts/calls.ts'
import { addNoteSchema } from '#kit/notes/schema.ts'
import { jsonAnswer } from '#kit/server/describe.ts'
import { createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { findCustomer } from './records/customers.ts'
import { customerNotes } from './records/notes.ts'
import { customerNoteSchema, customerSchema } from './schema.ts'

const id = z.string().meta({ description: 'The id of the account.' })

const params = z.object({ id })

const noteParams = z.object({ id, noteId: z.string().meta({ description: 'The id of the note.' }) })

const noteAnswer = jsonAnswer('The note', customerNoteSchema)

const getRoute = staffCall(['orders', 'money'], 'get', '/customer/{id}', {
  operationId: 'getCustomer',
  summary: 'A customer: profile, what the orders come to, address book (admin)',
  description:
    'Without cancelled orders; `paid` is without what was refunded. `deliverCountry` is where the next order probably goes: as the last one, else as the address book says, else the country of the seller. An address book is not to be used for an order while `emailVerified` is absent: anyone could have typed it. `GET /orders?email=` has the orders themselves.',
  params,
  answers: { 200: jsonAnswer('The customer', customerSchema) },
})

const listNotesRoute = staffCall('orders', 'get', '/customer/{id}/notes', {
  operationId: 'listCustomerNotes',
  summary: 'What admins noted on a customer, oldest first (admin)',
  description: 'At most 100. The customer never sees them; they are deleted with the account.',
  params,
  answers: { 200: jsonAnswer('The notes', z.array(customerNoteSchema)) },
})

const addNoteRoute = staffCall('orders', 'post', '/customer/{id}/notes', {
  operationId: 'addCustomerNote',
  summary: 'Add a note to a customer (admin)',
  params,
  body: addNoteSchema,
  answers: { 201: noteAnswer },
  refusals: ['conflict'],
})

const removeNoteRoute = staffCall('orders', 'delete', '/customer/{id}/notes/{noteId}', {
  operationId: 'removeCustomerNote',
  summary: 'Remove a note from a customer (admin)',
  description: 'It can be restored for a day.',
  params: noteParams,
  mayBeMissing: true,
  answers: { 200: jsonAnswer('How many were removed', z.object({ deletedCount: z.number() })) },
})

const restoreNoteRoute = staffCall('orders', 'post', '/customer/{id}/notes/{noteId}/restore', {
  operationId: 'restoreCustomerNote',
  summary: 'Restore a removed note (admin)',
  params: noteParams,
  answers: { 200: noteAnswer },
})

/** The calls about customers, for admins. */
export function customersApi(shop: Shop) {
  return createRouter('Customers')
    .openapi(getRoute, async (c) => c.json(await findCustomer(shop, c.req.valid('param').id), 200))
    .openapi(listNotesRoute, async (c) =>
      c.json(await customerNotes.list(shop.db, c.req.valid('param').id), 200),
    )
    .openapi(addNoteRoute, async (c) => {
      const { text } = c.req.valid('json')
      return c.json(await customerNotes.add(shop, c.get('user'), c.req.valid('param').id, text), 201)
    })
    .openapi(removeNoteRoute, async (c) => {
      const { id: about, noteId } = c.req.valid('param')
      return c.json({ deletedCount: await customerNotes.remove(shop, c.get('user'), { about, noteId }) }, 200)
    })
    .openapi(restoreNoteRoute, async (c) => {
      const { id: about, noteId } = c.req.valid('param')
      return c.json(await customerNotes.restore(shop, c.get('user'), { about, noteId }), 200)
    })
}

export type CustomersApi = ReturnType<typeof customersApi>
