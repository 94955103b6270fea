import { z } from 'zod'
import { formatCount } from '#kit/count-text.ts'
import { textField } from '#kit/fields.ts'
import { priceToE4 } from '#kit/money.ts'
import { isPictureAddress } from '#kit/own-path.ts'

const MAXIMUM_PIECES = 1_000_000_000
const MAXIMUM_PRICE_E4 = 1_000_000_000

export const productSchema = z
  .object({
    _id: z.string(),
    sku: z.string(),
    name: z.string(),
    price: z.number(),
    quantity: z.number().int(),
    description: z.string(),
    image: z.string(),
  })
  .meta({ id: 'Product' })

/** A part as the shop shows it: `price` in dollars per piece (4 decimals), `quantity` in pieces for sale. */
export type Product = z.infer<typeof productSchema>

export const newProductSchema = z.object({
  sku: z
    .string()
    .trim()
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9._/-]{0,63}$/,
      'A part number has 1 to 64 letters, digits, dots, dashes or slashes.',
    )
    .optional(),
  name: textField('The name', { maximum: 200 }),
  price: z.number('The price is required, as a number.').refine((dollars) => {
    const e4 = priceToE4(dollars)
    return e4 !== undefined && e4 > 0 && e4 <= MAXIMUM_PRICE_E4
  }, 'The price has to be above 0, at most 100000, with at most 4 decimals.'),
  quantity: z
    .int('The quantity has to be a whole number of pieces.')
    .min(0, 'The quantity cannot be below 0.')
    .max(MAXIMUM_PIECES, `The quantity can be at most ${formatCount(MAXIMUM_PIECES)}.`),
  description: textField('The description', { maximum: 2000 }),
  image: textField('The image', { maximum: 2000 }).refine(
    isPictureAddress,
    'The image has to be an https address or a path of this shop.',
  ),
})

export type NewProduct = z.infer<typeof newProductSchema>

export const productSorts = ['name', 'price', '-price', 'newest'] as const

export type ProductSort = (typeof productSorts)[number]

export const productQuerySchema = z.object({
  q: z.string().max(200, 'Search for at most 200 characters.').optional(),
  sort: z.enum(productSorts, 'sort has to be name, price, -price or newest.').optional(),
  limit: z.string().optional(),
  after: z.string().optional(),
})
