import { z } from 'zod'
import { piecesField } from '#features/catalog/schema.ts'
import { keptWords } from '#features/quote/schema.ts'
import { idField } from '#kit/input/fields.ts'
import { MAXIMUM_CART_LINES } from './lines.ts'

/** What replaces a cart. */
export const putCartSchema = z.object({
  lines: z
    .array(
      z.object({ productId: idField, quantity: piecesField, ...keptWords }),
      'The lines are a list of products with their quantities.',
    )
    .max(MAXIMUM_CART_LINES, `A cart has at most ${MAXIMUM_CART_LINES} lines.`),
})
