import { z } from 'zod'
import { LONGEST_RANGE_DAYS } from '#features/orders/limits.ts'
import { DAYS_OF, orderFilters, orderSorts } from '#features/orders/states.ts'
import { LONGEST_EMAIL } from '#kit/input/contact-rules.ts'
import { dayRangeFields, isInSequence, NOT_IN_SEQUENCE } from '#kit/input/day-range-fields.ts'
import { searchField } from '#kit/input/fields.ts'

/** Which of all customers' orders, and in which sequence. */
const orderFilterSchema = z
  .object({
    q: searchField.optional(),
    status: z.enum(orderFilters, `status has to be one of ${orderFilters.join(', ')}.`).optional(),
    sort: z
      .enum(orderSorts, `sort has to be ${orderSorts.join(' or ')}.`)
      .meta({
        description:
          'Instead of the newest first. `ships`: not shipped ones only, the earliest day of shipping first; `oldest` first; `sum`: the largest first.',
      })
      .optional(),
    ...dayRangeFields,
    dayOf: z
      .enum(DAYS_OF, `dayOf has to be ${DAYS_OF.join(' or ')}.`)
      .meta({
        description:
          'What the days are of: `placed`, unless told; `money` are those on which it was paid or money of it went back.',
      })
      .optional(),
    email: z
      .string()
      .max(LONGEST_EMAIL)
      .meta({ description: 'The e-mail address of the customer’s account.' })
      .optional(),
  })
  .refine(isInSequence, NOT_IN_SEQUENCE)

const daysField = z
  .int('days has to be a whole number.')
  .min(1, 'At least one day.')
  .max(LONGEST_RANGE_DAYS, `At most ${LONGEST_RANGE_DAYS} days.`)

export const viewFilterSchema = orderFilterSchema
  .safeExtend({ days: daysField.optional() })
  .meta({ id: 'ViewFilter' })

/** Which orders a view shows: as the list is filtered. */
export type ViewFilter = z.infer<typeof viewFilterSchema>

const queriedFilterSchema = orderFilterSchema.safeExtend({
  days: z
    .string()
    .regex(/^\d{1,4}$/, 'days has to be a whole number.')
    .transform(Number)
    .pipe(daysField)
    .meta({ description: 'So many days that end today, instead of `from` and `to`.' })
    .optional(),
})

/** Which of all customers' orders, and in which sequence; by `days` that end today instead of `from` and `to`. */
export type OrderFilter = z.infer<typeof queriedFilterSchema>

export const ordersExportSchema = queriedFilterSchema.safeExtend({
  rows: z
    .enum(['orders', 'lines'], 'rows has to be orders or lines.')
    .meta({ description: 'What a row is: an order, unless told, or a line of one.' })
    .optional(),
})

export const ordersQuerySchema = queriedFilterSchema.safeExtend({
  limit: z.string().optional(),
  after: z.string().optional(),
})

export type OrdersQuery = z.infer<typeof ordersQuerySchema>
