import { z } from 'zod'
import { answeredWords, quoteSchema } from '#features/quote/schema.ts'
import { orderLineSchema } from '../schema.ts'

export const againQuoteSchema = quoteSchema
  .extend({
    lines: z.array(
      quoteSchema.shape.lines.element.extend({
        ...answeredWords,
        // biome-ignore lint/suspicious/noThenProperty: the name in the answer; nothing awaits the line.
        then: orderLineSchema.pick({ quantity: true, unitPrice: true, lineTotal: true }),
      }),
    ),
  })
  .meta({ id: 'AgainQuote' })

/** A quote of the lines of an order as they are now; `then` has quantity, price and total of the order. */
export type AgainQuote = z.infer<typeof againQuoteSchema>
