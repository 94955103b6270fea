import type { Guards } from '#features/accounts/accounts.ts'
import { addNoteSchema } from '#kit/notes/schema.ts'
import { FOR_ADMINS, jsonAnswer, jsonBody, PROOF, refusals, WITH_BODY } from '#kit/server/describe.ts'
import { createRoute, createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { findCustomer } from './records/customers.ts'
import { customerNotes } from './records/notes.ts'
import { customerNoteSchema, customerSchema } from './schema.ts'

const security = PROOF.bearer

const tags = ['Customers']

const id = z.string().meta({ description: 'The id of the account.' })

const params = z.object({ id })

const noteParams = z.object({ id, noteId: z.string().meta({ description: 'The id of the note.' }) })

const noteAnswer = jsonAnswer('The note', customerNoteSchema)

const getRoute = createRoute({
  method: 'get',
  path: '/customer/{id}',
  operationId: 'getCustomer',
  tags,
  summary: 'A customer: profile, what the orders come to, address book (admin)',
  description:
    'Without cancelled orders; `paid` is without what was refunded. `deliverCountry` is where the next order probably goes: as the last one, else as the address book says, else the country of the seller. An address book is not to be used for an order while `emailVerified` is absent: anyone could have typed it. `GET /orders?email=` has the orders themselves.',
  security,
  request: { params },
  responses: { 200: jsonAnswer('The customer', customerSchema), ...refusals(...FOR_ADMINS, 'not_found') },
})

const listNotesRoute = createRoute({
  method: 'get',
  path: '/customer/{id}/notes',
  operationId: 'listCustomerNotes',
  tags,
  summary: 'What admins noted on a customer, oldest first (admin)',
  description: 'At most 100. The customer never sees them; they are deleted with the account.',
  security,
  request: { params },
  responses: {
    200: jsonAnswer('The notes', z.array(customerNoteSchema)),
    ...refusals(...FOR_ADMINS, 'not_found'),
  },
})

const addNoteRoute = createRoute({
  method: 'post',
  path: '/customer/{id}/notes',
  operationId: 'addCustomerNote',
  tags,
  summary: 'Add a note to a customer (admin)',
  security,
  request: { params, ...jsonBody(addNoteSchema) },
  responses: { 201: noteAnswer, ...refusals(...FOR_ADMINS, ...WITH_BODY, 'not_found', 'conflict') },
})

const removeNoteRoute = createRoute({
  method: 'delete',
  path: '/customer/{id}/notes/{noteId}',
  operationId: 'removeCustomerNote',
  tags,
  summary: 'Remove a note from a customer (admin)',
  description: 'It can be restored for a day.',
  security,
  request: { params: noteParams },
  responses: {
    200: jsonAnswer('How many were removed', z.object({ deletedCount: z.number() })),
    ...refusals(...FOR_ADMINS),
  },
})

const restoreNoteRoute = createRoute({
  method: 'post',
  path: '/customer/{id}/notes/{noteId}/restore',
  operationId: 'restoreCustomerNote',
  tags,
  summary: 'Restore a removed note (admin)',
  security,
  request: { params: noteParams },
  responses: { 200: noteAnswer, ...refusals(...FOR_ADMINS, 'not_found') },
})

/** The calls about customers, for admins. */
export function customersApi(shop: Shop, { requireAdmin: middleware }: Guards) {
  return createRouter()
    .openapi({ ...getRoute, middleware }, async (c) =>
      c.json(await findCustomer(shop, c.req.valid('param').id), 200),
    )
    .openapi({ ...listNotesRoute, middleware }, async (c) =>
      c.json(await customerNotes.list(shop.db, c.req.valid('param').id), 200),
    )
    .openapi({ ...addNoteRoute, middleware }, async (c) => {
      const { text } = c.req.valid('json')
      return c.json(await customerNotes.add(shop, c.get('user'), c.req.valid('param').id, text), 201)
    })
    .openapi({ ...removeNoteRoute, middleware }, async (c) => {
      const { id: about, noteId } = c.req.valid('param')
      return c.json({ deletedCount: await customerNotes.remove(shop, c.get('user'), { about, noteId }) }, 200)
    })
    .openapi({ ...restoreNoteRoute, middleware }, async (c) => {
      const { id: about, noteId } = c.req.valid('param')
      return c.json(await customerNotes.restore(shop, c.get('user'), { about, noteId }), 200)
    })
}

export type CustomersApi = ReturnType<typeof customersApi>
