import { z } from 'zod'
import { isPrice, PRICE_RULE } from '#features/pricing/price-terms.ts'
import { MAXIMUM_PIECES, MINIMUM_ORDER_PIECES } from '#features/pricing/quantity-terms.ts'
import { textField } from '#kit/input/fields.ts'
import { isPictureAddress } from '#kit/input/internal-path.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { LONGEST_SLUG, MAXIMUM_PRICE_BREAKS, SKU, SLUG } from '../limits.ts'
import type { ProductFieldName } from './product-fields.ts'

/** The fields of a product in responses, in their sequence. */
export const responseFields = {
  sku: z.string(),
  name: z.string(),
  price: z.number(),
  quantity: z.number().int(),
  description: z.string(),
  image: z.string(),
  category: z.string().optional(),
  minimum: z.number().int(),
  step: z.number().int(),
  prices: z.array(z.object({ from: z.number().int(), price: z.number() })),
}

const priceField = z.number('The price is required, as a number.').refine(isPrice, PRICE_RULE)

/** A whole number of pieces; `what` names it in the messages. */
const piecesField = (what: string, minimum: number) =>
  z
    .int(`${what} has to be a whole number of pieces.`)
    .min(minimum, `${what} cannot be below ${minimum}.`)
    .max(MAXIMUM_PIECES, `${what} can be at most ${formatCount(MAXIMUM_PIECES)}.`)

/** The fields of a product in an admin's request, with the messages for invalid values. */
export const requestFields = {
  sku: z
    .string()
    .trim()
    .regex(SKU, 'A part number has 1 to 64 letters, digits, dots, dashes, slashes or single spaces.')
    // The address of its page would be that of the data of another page.
    .refine((sku) => !/\.data$/i.test(sku), 'A part number cannot end with ".data".')
    .optional(),
  name: textField('The name', { maximum: 200 }),
  // Left out where `prices` is given: it is the price of the first break.
  price: priceField.optional(),
  quantity: piecesField('The quantity', 0),
  description: textField('The description', { maximum: 2000 }),
  image: textField('The image', { maximum: 2000 }).refine(
    isPictureAddress,
    'The image has to be an https address or a path of this shop.',
  ),
  category: z
    .string()
    .max(LONGEST_SLUG)
    .regex(SLUG, 'The category has lower-case letters, digits and single dashes.')
    .optional(),
  minimum: piecesField('The minimum', MINIMUM_ORDER_PIECES).optional(),
  step: piecesField('The step', 1).optional(),
  prices: z
    .array(
      z.object({
        from: z.int('A price break begins at a whole number of pieces.').max(MAXIMUM_PIECES),
        price: priceField,
      }),
      'The prices are a list of price breaks.',
    )
    .min(1, 'At least one price is required.')
    .max(MAXIMUM_PRICE_BREAKS, `A product has at most ${MAXIMUM_PRICE_BREAKS} price breaks.`)
    .optional(),
} satisfies Record<ProductFieldName, z.ZodType>
