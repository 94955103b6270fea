import { z } from 'zod'
import { isPrice, PRICE_RULE } from '#features/pricing/price-terms.ts'
import { MAXIMUM_PIECES, MINIMUM_ORDER_PIECES } from '#features/pricing/quantity-terms.ts'
import { isCountryCode, toCountryCode } from '#kit/input/country-codes.ts'
import { longest, textField } from '#kit/input/fields.ts'
import { isPictureAddress } from '#kit/input/internal-path.ts'
import { toE4 } from '#kit/ten-thousandths.ts'
import { formatCount } from '#kit/text/count-text.ts'
import {
  CUSTOMS_CODE_RULE,
  isCustomsCode,
  LONGEST_SKU,
  LONGEST_SLUG,
  MAXIMUM_LEAD_DAYS,
  MAXIMUM_PRICE_BREAKS,
  SKU,
  SLUG,
  toCustomsCode,
  WEIGHT_LIMITS,
} from '../limits.ts'
import { FILE_TYPES, fileKinds } from '../states.ts'
import type { ProductFieldName } from './managed-fields.ts'

/** The pictures of a product in responses: the first is its `image`. */
const picturesField = z
  .array(
    z.object({
      image: z.string(),
      alt: z
        .string()
        .optional()
        .meta({ description: 'What it shows, in words; else the name of the product.' }),
    }),
  )
  .meta({ description: 'The first is `image`.' })

/** The fields of a product in responses, in their sequence. */
export const responseFields = {
  sku: z.string(),
  name: z.string(),
  price: z.number(),
  quantity: z.number().int(),
  description: z.string(),
  image: z.string(),
  images: picturesField,
  category: z.string().optional(),
  minimum: z.number().int(),
  step: z.number().int(),
  prices: z.array(z.object({ from: z.number().int(), price: z.number() })),
  weight: z.number().optional().meta({ description: 'Grams a piece.' }),
  leadDays: z.number().int().optional().meta({ description: 'Working days that it takes to make ready.' }),
  origin: z.string().optional().meta({ description: 'Where it was made: ISO 3166-1 alpha-2, upper case.' }),
  customsCode: z.string().optional().meta({ description: 'Digits of the customs tariff.' }),
}

/** A file of a product in responses. */
export const partFileSchema = z
  .object({
    _id: z.string(),
    kind: z.enum(fileKinds),
    title: z.string(),
    name: z.string(),
    size: z.number().int().meta({ description: 'In bytes.' }),
    type: z.enum(Object.values(FILE_TYPES)),
    url: z.string().meta({ description: 'The path from which anybody can download it.' }),
  })
  .meta({ id: 'PartFile' })

export type PartFile = z.infer<typeof partFileSchema>

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
    .regex(
      SKU,
      `A part number has 1 to ${LONGEST_SKU} letters, digits, dots, dashes, slashes or single spaces.`,
    )
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
    .max(LONGEST_SLUG, longest('The category', LONGEST_SLUG))
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
  weight: z
    .number('The weight has to be a number of grams.')
    .min(WEIGHT_LIMITS.smallest, {
      error: `The weight has to be at least ${WEIGHT_LIMITS.smallest} g.`,
      abort: true,
    })
    .max(WEIGHT_LIMITS.largest, {
      error: `The weight can be at most ${formatCount(WEIGHT_LIMITS.largest)} g.`,
      abort: true,
    })
    .refine((weight) => toE4(weight) !== undefined, 'The weight can have at most 4 decimals.')
    .optional()
    .meta({ description: 'Grams a piece, at most 4 decimals.' }),
  leadDays: z
    .int('The lead time has to be a whole number of working days.')
    .min(0, 'The lead time cannot be below 0.')
    .max(MAXIMUM_LEAD_DAYS, `The lead time can be at most ${MAXIMUM_LEAD_DAYS} working days.`)
    .optional()
    .meta({ description: 'Working days that it takes to make ready.' }),
  origin: z
    .string('The country of origin has to be the two letters of a country, such as DE for Germany.')
    .overwrite(toCountryCode)
    .refine(
      isCountryCode,
      'The country of origin has to be the two letters of a country, such as DE for Germany.',
    )
    .optional()
    .meta({ description: 'Where it was made: ISO 3166-1 alpha-2, in any case.' }),
  customsCode: z
    .string('The customs code has to be a text.')
    .overwrite(toCustomsCode)
    .refine(isCustomsCode, CUSTOMS_CODE_RULE)
    .optional()
    .meta({ description: '6 to 11 digits of the customs tariff, which dots and spaces may part.' }),
  reorderPoint: piecesField('The reorder point', 0).nullable().optional().meta({
    description: 'Pieces. Only staff see it. Left out of a change it stays; `null` takes it away.',
  }),
} satisfies Record<ProductFieldName, z.ZodType>

/** Whether a new product is for sale. */
export const forSaleField = z
  .boolean('Whether it is for sale has to be true or false.')
  .optional()
  .meta({ description: 'With `false` only staff see it, until it is restored.' })

/** What only admins see of a product: fields, and whether it is for sale. */
export const managedFields = {
  reorderPoint: z
    .number()
    .int()
    .optional()
    .meta({ description: 'At so many pieces in stock, or fewer, it is listed as low.' }),
  archivedAt: z.string().optional().meta({ description: 'Absent while it is for sale.' }),
  unpublished: z.literal(true).optional().meta({ description: 'It is archived and was never for sale.' }),
  featuredAt: z.string().optional().meta({ description: 'When it was marked for the home page.' }),
}
