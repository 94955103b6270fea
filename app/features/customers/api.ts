import { rightRequired, type SignedInUser } from '#features/accounts/accounts.ts'
import { staffCall } from '#features/accounts/calls.ts'
import { hasRight } from '#features/accounts/rights.ts'
import { listMessagesOfCustomer } from '#features/order-messages/order-messages.ts'
import { csvAnswer } from '#kit/csv/csv-answer.ts'
import { addNoteSchema } from '#kit/notes/schema.ts'
import { CSV_FILE, jsonAnswer, PAGING_HEADERS } from '#kit/server/describe.ts'
import { answerPage, readPage } from '#kit/server/paging.ts'
import { createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { customerColumns, customerRows } from './records/customer-csv.ts'
import { findCustomer } from './records/customers.ts'
import { listCustomers, listTags } from './records/list-customers.ts'
import { customerNotes } from './records/notes.ts'
import { changeCustomer, enterCustomer } from './records/save-customer.ts'
import { customerRefusals } from './refusals.ts'
import {
  type CustomerFilter,
  changeCustomerSchema,
  customerFilterSchema,
  customerMessageSchema,
  customerNoteSchema,
  customerSchema,
  customersQuerySchema,
  listedCustomerSchema,
  saveCustomerSchema,
  usedTagSchema,
} from './schema.ts'

/** The members of refusals about customers. */
export const customerProblemMembers = {
  customerId: z
    .string()
    .optional()
    .meta({ description: 'Of `email_taken`: the customer who has that address.' }),
  customer: customerSchema.optional(),
}

const id = z.string().meta({ description: 'The id of the account.' })

const params = z.object({ id })

const noteParams = z.object({ id, noteId: z.string().meta({ description: 'The id of the note.' }) })

const noteAnswer = jsonAnswer('The note', customerNoteSchema)

const listRoute = staffCall(['orders', 'money'], 'get', '/customers', {
  operationId: 'listCustomers',
  summary: 'Who has ordered or was entered by staff, the last order first (admin)',
  description:
    'Without the staff. `q` matches customers with every word, ignoring case: in name, e-mail, or a company; or with all its digits in the phone number; or who placed the order of that number. `orders` are those that are not cancelled, `revenue` what was paid for them without what went back. Above 1,000 matches `X-Total-Count` is 1000, and `X-Total-Count-Is: at least`.',
  query: customersQuerySchema,
  answers: { 200: jsonAnswer('The customers', z.array(listedCustomerSchema), PAGING_HEADERS) },
})

const exportRoute = staffCall(['orders', 'money'], 'get', '/customers.csv', {
  operationId: 'exportCustomers',
  summary: 'The customers as a file (admin)',
  description:
    'All customers that match the filters of the list, in its sequence: CSV by RFC 4180 in UTF-8. Times are in UTC. A cell that begins with `=`, `+`, `-` or `@` has an apostrophe before it, so that a spreadsheet does not run it.',
  query: customerFilterSchema,
  answers: { 200: CSV_FILE },
})

const tagsRoute = staffCall(['orders', 'money'], 'get', '/customer-tags', {
  operationId: 'listCustomerTags',
  summary: 'The tags of customers, those of most first (admin)',
  description: 'At most 200.',
  answers: { 200: jsonAnswer('The tags', z.array(usedTagSchema)) },
})

const enterRoute = staffCall('orders', 'post', '/customer', {
  operationId: 'enterCustomer',
  summary: 'Enter a customer who phoned (admin)',
  description:
    'It makes an account without a way to sign in: its owner gets at it by a new password, with the mailed link, and sees then what was ordered. `POST /order` with `customer` orders for it.',
  body: saveCustomerSchema,
  answers: { 201: jsonAnswer('The customer', customerSchema) },
  refusals: [customerRefusals.emailTaken],
})

const changeRoute = staffCall('orders', 'put', '/customer/{id}', {
  operationId: 'changeCustomer',
  summary: 'Change what staff wrote of a customer (admin)',
  description:
    'All fields are replaced; what is left out is empty then. Name and e-mail can be others only while nobody can sign in to the account (`namedByStaff`). `revision` is that of the `card`.',
  params,
  body: changeCustomerSchema,
  answers: { 200: jsonAnswer('The customer', customerSchema) },
  refusals: ['conflict', customerRefusals.emailTaken, customerRefusals.revisionChanged],
})

const messagesRoute = staffCall('orders', 'get', '/customer/{id}/messages', {
  operationId: 'listCustomerMessages',
  summary: 'What was written about the orders of a customer, newest first (admin)',
  params,
  query: z.object({ limit: z.string().optional(), after: z.string().optional() }),
  answers: { 200: jsonAnswer('The messages', z.array(customerMessageSchema), PAGING_HEADERS) },
})

const getRoute = staffCall(['orders', 'money'], 'get', '/customer/{id}', {
  operationId: 'getCustomer',
  summary: 'A customer: profile, what the orders come to, address book (admin)',
  description:
    'Without cancelled orders; `paid` is without what was refunded. Both sums need the right `money`. `deliverCountry` is where the next order probably goes: as the last one, else as the address book says, else the country of the seller. An address book is not to be used for an order while `emailVerified` is absent: anyone could have typed it. `GET /orders?email=` has the orders themselves.',
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
    .openapi(listRoute, async (c) =>
      answerPage(c, await listCustomers(shop.db, readable(c.get('user'), c.req.valid('query')))),
    )
    .openapi(exportRoute, (c) => {
      const filter = readable(c.get('user'), c.req.valid('query'))
      return csvAnswer(
        'customers.csv',
        customerColumns(filter.hasMoney),
        customerRows(shop.db, filter),
        shop.log,
      )
    })
    .openapi(tagsRoute, async (c) => c.json(await listTags(shop.db), 200))
    .openapi(enterRoute, async (c) =>
      c.json(await enterCustomer(shop, c.get('user'), c.req.valid('json')), 201),
    )
    .openapi(changeRoute, async (c) =>
      c.json(await changeCustomer(shop, c.get('user'), c.req.valid('param').id, c.req.valid('json')), 200),
    )
    .openapi(messagesRoute, async (c) => {
      const { id: customer } = c.req.valid('param')
      await findCustomer(shop, c.get('user'), customer)
      const page = readPage(c.req.valid('query'), ['number', 'string'])
      return answerPage(c, await listMessagesOfCustomer(shop.db, customer, page))
    })
    .openapi(getRoute, async (c) =>
      c.json(await findCustomer(shop, c.get('user'), c.req.valid('param').id), 200),
    )
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

/** The filter for somebody of the staff. Refused (403): a sequence by what the caller may not see. */
function readable<Filter extends CustomerFilter>(user: SignedInUser, filter: Filter) {
  const hasMoney = hasRight(user, 'money')
  if (filter.sort === 'revenue' && !hasMoney) throw rightRequired('money', user)
  return { ...filter, hasMoney }
}

export type CustomersApi = ReturnType<typeof customersApi>
