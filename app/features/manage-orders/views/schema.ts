import { z } from 'zod'
import { VIEW_NAME } from '#features/orders/limits.ts'
import { oneLineField } from '#kit/input/fields.ts'
import { viewFilterSchema } from '../schema.ts'

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
