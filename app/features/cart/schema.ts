import { z } from 'zod'
import { idField } from '#kit/fields.ts'
import { MAXIMUM_CART_LINES } from './lines.ts'

/** More pieces than a quote accepts are kept too: nothing that is typed gets lost. */
const quantityField = z
  .int('The quantity has to be a whole number of pieces.')
  .min(0, 'The quantity cannot be below 0.')

/** What replaces a cart. */
export const putCartSchema = z.object({
  lines: z
    .array(
      z.object({ productId: idField, quantity: quantityField }),
      'The lines are a list of products with their quantities.',
    )
    .max(MAXIMUM_CART_LINES, `A cart has at most ${MAXIMUM_CART_LINES} lines.`),
})
