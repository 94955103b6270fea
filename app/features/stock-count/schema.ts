import { z } from 'zod'
import { LONGEST_REASON } from '#features/catalog/limits.ts'
import { MAXIMUM_PIECES } from '#features/pricing/quantity-terms.ts'
import { textField } from '#kit/input/fields.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { COUNTED_AT_ONCE } from './limits.ts'

const pieces = z.number().int()
const idField = z.string().max(100)

const stock = {
  forSale: pieces,
  held: z
    .object({ unpaid: pieces, paid: pieces })
    .meta({ description: 'The pieces of unpaid orders, and those of paid ones that are not shipped.' }),
  onHand: pieces.meta({ description: 'What lies on the shelf: what is for sale, and what is held.' }),
}

export const countedPartSchema = z
  .object({ _id: z.string(), sku: z.string(), name: z.string(), ...stock })
  .meta({ id: 'CountedPart' })

/** A product whose stock is to be counted. */
export type CountedPart = z.infer<typeof countedPartSchema>

/** What a refusal says of a product: how it is now. */
export const presentStockSchema = z.object({ productId: z.string(), ...stock })

export type PresentStock = z.infer<typeof presentStockSchema>

export const countQuerySchema = z.object({
  ids: z
    .string('The products are required.')
    .max(COUNTED_AT_ONCE * 101)
    .transform((ids) => ids.split(',').filter(Boolean))
    .pipe(z.array(idField).min(1).max(COUNTED_AT_ONCE, `At most ${COUNTED_AT_ONCE} products at once.`))
    .meta({ description: 'The ids of the products, with commas between them.' }),
})

const seenField = (what: string) =>
  z
    .int(`${what} has to be a whole number of pieces.`)
    .min(0)
    .max(2 * MAXIMUM_PIECES)

const partSchema = z.object({
  productId: idField,
  counted: z
    .int('The counted pieces have to be a whole number.')
    .min(0, 'The counted pieces cannot be below 0.')
    .max(MAXIMUM_PIECES, `The counted pieces can be at most ${formatCount(MAXIMUM_PIECES)}.`)
    .meta({ description: 'What lies on the shelf.' }),
  seen: z
    .object({ forSale: seenField('What was for sale'), held: seenField('What was held') })
    .meta({ description: 'As the caller read them: when they are others now, the count is refused.' }),
  belowHeld: z.literal('none_for_sale', 'belowHeld can only be none_for_sale.').optional().meta({
    description: 'When fewer are counted than orders hold: then none is for sale. Else it is refused.',
  }),
})

export const stockCountSchema = z
  .object({
    reason: textField('The reason', { maximum: LONGEST_REASON }),
    parts: z
      .array(partSchema, 'The parts are a list.')
      .min(1, 'At least one part is required.')
      .max(COUNTED_AT_ONCE, `At most ${COUNTED_AT_ONCE} parts can be counted at once.`),
  })
  .refine(({ parts }) => new Set(parts.map(({ productId }) => productId)).size === parts.length, {
    path: ['parts'],
    error: 'Each part is counted once.',
  })

export type StockCount = z.infer<typeof stockCountSchema>

const step = z.object({ from: pieces, to: pieces })

export const countResultSchema = z
  .object({
    _id: z.string().meta({ description: 'The id of the count, to undo it.' }),
    parts: z.array(
      z.object({
        productId: z.string(),
        onHand: step,
        forSale: step,
        missing: pieces
          .optional()
          .meta({ description: 'So many pieces that orders hold do not lie on the shelf.' }),
      }),
    ),
  })
  .meta({ id: 'StockCountResult' })

export type CountResult = z.infer<typeof countResultSchema>
