import { z } from 'zod'
import { oneLineField } from '#kit/input/fields.ts'
import { LONGEST_RANGE_DAYS, VIEW_NAME } from '../../limits.ts'
import { orderFilterSchema } from '../../schema.ts'

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
