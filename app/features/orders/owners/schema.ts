import { z } from 'zod'
import { LONGEST_EMAIL } from '#kit/input/contact-rules.ts'

export const myOrdersQuerySchema = z.object({
  email: z.string().max(LONGEST_EMAIL).optional().meta({ description: 'The caller’s own e-mail address.' }),
  state: z
    .literal('cancelled', 'state has to be cancelled.')
    .optional()
    .meta({ description: 'Those that are cancelled or lapsed; without it those that are not.' }),
  limit: z.string().optional(),
  after: z.string().optional(),
})

export type MyOrdersQuery = z.infer<typeof myOrdersQuerySchema>
