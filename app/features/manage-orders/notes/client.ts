import { unwrap } from '#kit/browser/client.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import type { Note } from '#kit/notes/schema.ts'
import type { NoteCalls } from '#kit/ui/admin/notes-panel.tsx'
import type { OrderNotesApi } from './api.ts'

const notes = createClient<OrderNotesApi>()

/** The notes on an order, oldest first. */
export function fetchNotes(orderId: string, signal?: AbortSignal): Promise<Note[]> {
  const param = { id: encodeURIComponent(orderId) }
  return unwrap(notes.order[':id'].notes.$get({ param }, { init: { signal: signal ?? null } }))
}

/** How the notes on an order are changed. */
export function noteCalls(orderId: string): NoteCalls {
  const id = encodeURIComponent(orderId)
  return {
    add: (text) => unwrap(notes.order[':id'].notes.$post({ param: { id }, json: { text } })),
    remove: (noteId) =>
      unwrap(
        notes.order[':id'].notes[':noteId'].$delete({ param: { id, noteId: encodeURIComponent(noteId) } }),
      ),
    restorePath: (noteId) => `/api/order/${id}/notes/${encodeURIComponent(noteId)}/restore`,
  }
}
