import { z } from 'zod'
import { LONGEST_EMAIL } from '#kit/input/contact-rules.ts'

/** Which of the own orders. */
export const myOrdersFilterSchema = z.object({
  email: z.string().max(LONGEST_EMAIL).optional().meta({ description: 'The caller’s own e-mail address.' }),
  state: z
    .literal('cancelled', 'state has to be cancelled.')
    .optional()
    .meta({ description: 'Those that are cancelled or lapsed; without it those that are not.' }),
})

export type MyOrdersFilter = z.infer<typeof myOrdersFilterSchema>

export const myOrdersQuerySchema = myOrdersFilterSchema.extend({
  limit: z.string().optional(),
  after: z.string().optional(),
})

export type MyOrdersQuery = z.infer<typeof myOrdersQuerySchema>
