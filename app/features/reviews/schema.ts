import { z } from 'zod'

export const reviewSchema = z
  .object({
    _id: z.string(),
    comment: z.string(),
    rating: z.number().meta({ description: 'Stars, 0 to 5 in halves.' }),
    name: z.string(),
    verified: z.literal(true).optional().meta({ description: 'Its writer has paid an order.' }),
    hidden: z.literal(true).optional(),
    createdAt: z.string().optional().meta({ description: 'For admins.' }),
    email: z.string().optional().meta({ description: 'The address of its writer, for admins.' }),
  })
  .meta({ id: 'Review' })

export type Review = z.infer<typeof reviewSchema>

export const reviewQuerySchema = z.object({
  hidden: z.enum(['true', 'false'], 'hidden has to be true or false.').optional(),
  limit: z.string().optional(),
  after: z.string().optional(),
})
