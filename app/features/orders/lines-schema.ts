import { z } from 'zod'
import { MAXIMUM_ORDER_LINES } from '#features/quote/limits.ts'

/** The lines of an order, each product once. */
export const linesOfOrder = <Line extends { productId: string }>(line: z.ZodType<Line, Line>) =>
  z
    .array(line, 'The lines are a list of products with their quantities.')
    .min(1, 'An order has at least one line.')
    .max(MAXIMUM_ORDER_LINES, `An order has at most ${MAXIMUM_ORDER_LINES} lines.`)
    .superRefine((lines, context) => {
      const first = new Map<string, number>()
      for (const [index, { productId }] of lines.entries()) {
        if (first.has(productId))
          context.addIssue({
            code: 'custom',
            path: [index, 'productId'],
            message: `Line ${(first.get(productId) ?? 0) + 1} has this product already.`,
          })
        else first.set(productId, index)
      }
    })

export const receiptSchema = z.object({
  _id: z.string(),
  amount: z.number(),
  at: z.string(),
  reference: z.string(),
})

/** Money that was received for an order on account, in dollars: `at` is the day or the moment when it came. */
export type OrderReceipt = z.infer<typeof receiptSchema>
