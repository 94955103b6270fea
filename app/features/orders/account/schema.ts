import { z } from 'zod'

export const receiptSchema = z.object({
  _id: z.string(),
  amount: z.number(),
  at: z.string(),
  reference: z.string(),
})

/** Money that was received for an order on account, in dollars: `at` is the day or the moment when it came. */
export type OrderReceipt = z.infer<typeof receiptSchema>
