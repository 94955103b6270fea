import { z } from 'zod'
import { linesField } from '#kit/input/fields.ts'
import { ORDER_NOTE } from '../../limits.ts'

export const addNoteSchema = z.object({ text: linesField(ORDER_NOTE.what, ORDER_NOTE) })

export const orderNoteSchema = z
  .object({ _id: z.string(), at: z.string(), by: z.string(), text: z.string() })
  .meta({ id: 'OrderNote' })

/** What an admin noted on an order; `by` is the admin's e-mail. Customers never see notes. */
export type OrderNote = z.infer<typeof orderNoteSchema>
