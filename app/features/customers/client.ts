import { unwrap } from '#kit/browser/client.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import type { Note } from '#kit/notes/schema.ts'
import type { NoteCalls } from '#kit/ui/admin/notes-panel.tsx'
import type { CustomersApi } from './api.ts'
import type { Customer } from './schema.ts'

const { customer } = createClient<CustomersApi>()

/** The customer with that id, for admins. */
export const fetchCustomer = (userId: string, signal?: AbortSignal): Promise<Customer> =>
  unwrap(
    customer[':id'].$get({ param: { id: encodeURIComponent(userId) } }, { init: { signal: signal ?? null } }),
  )

/** The notes on a customer, oldest first. */
export const fetchNotes = (userId: string, signal?: AbortSignal): Promise<Note[]> =>
  unwrap(
    customer[':id'].notes.$get(
      { param: { id: encodeURIComponent(userId) } },
      { init: { signal: signal ?? null } },
    ),
  )

/** How the notes on a customer are changed. */
export function noteCalls(userId: string): NoteCalls {
  const id = encodeURIComponent(userId)
  return {
    add: (text) => unwrap(customer[':id'].notes.$post({ param: { id }, json: { text } })),
    remove: (noteId) =>
      unwrap(customer[':id'].notes[':noteId'].$delete({ param: { id, noteId: encodeURIComponent(noteId) } })),
    restorePath: (noteId) => `/api/customer/${id}/notes/${encodeURIComponent(noteId)}/restore`,
  }
}
