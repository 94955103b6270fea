import { unwrap } from '#kit/browser/client.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import type { OrderNote } from '../../schema.ts'
import type { OrderNotesApi } from './api.ts'

const notes = createClient<OrderNotesApi>()

/** The notes on an order, oldest first. */
export function fetchNotes(orderId: string, signal?: AbortSignal): Promise<OrderNote[]> {
  const param = { id: encodeURIComponent(orderId) }
  return unwrap(notes.order[':id'].notes.$get({ param }, { init: { signal: signal ?? null } }))
}

export function addNote(orderId: string, text: string): Promise<OrderNote> {
  return unwrap(
    notes.order[':id'].notes.$post({ param: { id: encodeURIComponent(orderId) }, json: { text } }),
  )
}

export function removeNote(orderId: string, noteId: string) {
  const param = { id: encodeURIComponent(orderId), noteId: encodeURIComponent(noteId) }
  return unwrap(notes.order[':id'].notes[':noteId'].$delete({ param }))
}
