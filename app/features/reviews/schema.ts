import { z } from 'zod'
import { linesField } from '#kit/input/fields.ts'
import { ANSWER } from './limits.ts'

export const reviewSchema = z
  .object({
    _id: z.string(),
    comment: z.string(),
    rating: z.number().meta({ description: 'Stars, 0 to 5 in halves.' }),
    name: z.string(),
    verified: z.literal(true).optional().meta({ description: 'Its writer has paid an order.' }),
    answer: z.string().optional().meta({ description: 'What the shop answered.' }),
    hidden: z.literal(true).optional(),
    unread: z.literal(true).optional().meta({ description: 'Nobody of the staff has read it; for staff.' }),
    createdAt: z.string().optional().meta({ description: 'For staff.' }),
    email: z.string().optional().meta({ description: 'The address of its writer, for staff.' }),
  })
  .meta({ id: 'Review' })

export type Review = z.infer<typeof reviewSchema>

const NOTHING = 'hidden, answer or read has to be given.'

export const changeReviewSchema = z
  .object({
    hidden: z.boolean('hidden has to be true or false.').optional(),
    answer: linesField(ANSWER.what, ANSWER).nullable().optional(),
    read: z.literal(true, 'read has to be true.').optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), NOTHING)

export type ChangeReview = z.infer<typeof changeReviewSchema>

export const reviewQuerySchema = z.object({
  hidden: z.enum(['true', 'false'], 'hidden has to be true or false.').optional(),
  limit: z.string().optional(),
  after: z.string().optional(),
})
