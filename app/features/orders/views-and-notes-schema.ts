import { z } from 'zod'
import { linesField, oneLineField } from '#kit/fields.ts'
import { orderFilterSchema } from './schema.ts'
import { LONGEST_RANGE_DAYS, ORDER_NOTE, VIEW_NAME } from './views-and-notes-rules.ts'

const viewFilterSchema = orderFilterSchema
  .safeExtend({
    days: z
      .int('days has to be a whole number.')
      .min(1, 'At least one day.')
      .max(LONGEST_RANGE_DAYS, `At most ${LONGEST_RANGE_DAYS} days.`)
      .optional(),
  })
  .meta({ id: 'ViewFilter' })

/** Which orders a view shows: as the list is filtered, or by `days` that end today instead of `from` and `to`. */
export type ViewFilter = z.infer<typeof viewFilterSchema>

export const saveViewSchema = z.object({
  name: oneLineField(VIEW_NAME.what, VIEW_NAME),
  filter: viewFilterSchema,
})

export type SaveView = z.infer<typeof saveViewSchema>

export const savedViewSchema = z
  .object({ _id: z.string(), name: z.string(), filter: viewFilterSchema })
  .meta({ id: 'SavedView' })

/** A named filter of an admin. */
export type SavedView = z.infer<typeof savedViewSchema>

export const addNoteSchema = z.object({ text: linesField(ORDER_NOTE.what, ORDER_NOTE) })

export const orderNoteSchema = z
  .object({ _id: z.string(), at: z.string(), by: z.string(), text: z.string() })
  .meta({ id: 'OrderNote' })

/** What an admin noted on an order; `by` is the admin's e-mail. Customers never see notes. */
export type OrderNote = z.infer<typeof orderNoteSchema>
