import { z } from 'zod'
import { linesField } from '#kit/input/fields.ts'
import { MESSAGE_TEXT } from './limits.ts'

export const messageSchema = z
  .object({
    _id: z.string(),
    at: z.string(),
    by: z.enum(['customer', 'shop']),
    text: z.string(),
    email: z.string().optional(),
    waits: z.literal(true).optional(),
  })
  .meta({ id: 'OrderMessage' })

/**
 * A message about an order: plain text. For the staff only: `email` is that of whoever of the staff wrote it, `waits` is present
 * while it waits for an answer.
 */
export type OrderMessage = z.infer<typeof messageSchema>

export const writeMessageSchema = z.object({ text: linesField(MESSAGE_TEXT.what, MESSAGE_TEXT) })
