import { z } from 'zod'
import { linesField } from '#kit/input/fields.ts'
import { NOTE_TEXT } from './limits.ts'

export const noteSchema = z.object({ _id: z.string(), at: z.string(), by: z.string(), text: z.string() })

/** What an admin noted; `by` is the admin's e-mail. Customers never see notes. */
export type Note = z.infer<typeof noteSchema>

export const addNoteSchema = z.object({ text: linesField(NOTE_TEXT.what, NOTE_TEXT) })
