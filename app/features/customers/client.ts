import { unwrap } from '#kit/browser/client.ts'
import { type FetchPage, unwrapPage } from '#kit/browser/paged-list.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import type { Note } from '#kit/notes/schema.ts'
import type { NoteCalls } from '#kit/ui/admin/notes-panel.tsx'
import type { CustomersApi } from './api.ts'
import type { ChangeCustomer, Customer, CustomerMessage, SaveCustomer, UsedTag } from './schema.ts'

const { customer, customers, 'customer-tags': tags } = createClient<CustomersApi>()

const paramOf = (userId: string) => ({ id: encodeURIComponent(userId) })

/** A page of the customers of a filter. */
export const fetchCustomers = (query: Parameters<typeof customers.$get>[0]['query'], signal: AbortSignal) =>
  unwrapPage(customers.$get({ query }, { init: { signal } }))

/** The tags that customers have, those of most first. */
export const fetchTags = (signal: AbortSignal): Promise<UsedTag[]> =>
  unwrap(tags.$get({}, { init: { signal } }))

/** The customer with that id, for admins. */
export const fetchCustomer = (userId: string, signal?: AbortSignal): Promise<Customer> =>
  unwrap(customer[':id'].$get({ param: paramOf(userId) }, { init: { signal: signal ?? null } }))

/** Enters a new customer. */
export const enterCustomer = (json: SaveCustomer): Promise<Customer> => unwrap(customer.$post({ json }))

/** Changes what staff wrote of a customer. */
export const changeCustomer = (userId: string, json: ChangeCustomer): Promise<Customer> =>
  unwrap(customer[':id'].$put({ param: paramOf(userId), json }))

/** The address of that call, by which a change is taken back. */
export const customerCallPath = (userId: string): string => `/api/customer/${encodeURIComponent(userId)}`

/** What was written about the orders of the customer whose id is the search of the list. */
export const fetchMessages: FetchPage<CustomerMessage> = ({ q: userId = '', limit, after }, signal) =>
  unwrapPage(
    customer[':id'].messages.$get({ param: paramOf(userId), query: { limit, after } }, { init: { signal } }),
  )

/** The notes on a customer, oldest first. */
export const fetchNotes = (userId: string, signal?: AbortSignal): Promise<Note[]> =>
  unwrap(customer[':id'].notes.$get({ param: paramOf(userId) }, { init: { signal: signal ?? null } }))

/** How the notes on a customer are changed. */
export function noteCalls(userId: string): NoteCalls {
  const { id } = paramOf(userId)
  return {
    add: (text) => unwrap(customer[':id'].notes.$post({ param: { id }, json: { text } })),
    remove: (noteId) =>
      unwrap(customer[':id'].notes[':noteId'].$delete({ param: { id, noteId: encodeURIComponent(noteId) } })),
    restorePath: (noteId) => `/api/customer/${id}/notes/${encodeURIComponent(noteId)}/restore`,
  }
}
