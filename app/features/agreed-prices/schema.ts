import { z } from 'zod'
import { LONGEST_SKU } from '#features/catalog/limits.ts'
import { newProductSchema, productSchema } from '#features/catalog/schema.ts'
import { WITH_OTHER_ERRORS } from '#kit/input/fields.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { ASKED_AT_ONCE, MOST_AGREED } from './limits.ts'

/** The price breaks of a product, in a request and in an answer. */
const ladder = { request: newProductSchema.shape.prices.unwrap(), response: productSchema.shape.prices }

const dayField = z.iso.date('A day is written as 2026-11-23.')

const days = {
  validFrom: dayField.optional().meta({ description: 'The first day of the shop on which they hold.' }),
  validTo: dayField.optional().meta({ description: 'The last day of the shop on which they hold.' }),
}

export const agreedPriceSchema = z
  .object({ sku: z.string('The part number is required.').max(LONGEST_SKU), prices: ladder.request, ...days })
  .refine(({ validFrom = '', validTo }) => validTo === undefined || validFrom <= validTo, {
    path: ['validTo'],
    error: 'The last day is not before the first.',
    ...WITH_OTHER_ERRORS,
  })

/** Prices of a part that are agreed with a company, from a day to another one, both included. */
export type AgreedPrice = z.infer<typeof agreedPriceSchema>

export const putAgreedSchema = z.object({
  prices: z
    .array(agreedPriceSchema, 'The prices are a list.')
    .max(MOST_AGREED, `At most ${formatCount(MOST_AGREED)} prices are agreed with a company.`),
  revision: z
    .int('The revision is a number.')
    .optional()
    .meta({ description: 'Refused when the prices were changed since this revision.' }),
})

export const putQuerySchema = z.object({
  merge: z
    .literal('true')
    .optional()
    .meta({ description: 'Only the prices of the parts that are named are replaced.' }),
  revision: z.coerce.number().int().optional().meta({ description: 'As in the JSON, for a file.' }),
})

export type PutQuery = z.infer<typeof putQuerySchema>

export const agreedPricesSchema = z
  .object({
    revision: z.number().int(),
    prices: z.array(z.object({ sku: z.string(), prices: ladder.response, ...days })),
  })
  .meta({ id: 'AgreedPrices' })

/** The prices that are agreed with a company, by part number. */
export type AgreedPrices = z.infer<typeof agreedPricesSchema>

const changeSchema = z.object({
  sku: z.string(),
  name: z.string(),
  list: ladder.response.meta({ description: 'What everybody else pays.' }),
  from: z.array(agreedPricesSchema.shape.prices.element),
  to: z.array(agreedPricesSchema.shape.prices.element),
})

export const comparedSchema = z.object({
  revision: z.number().int(),
  unchanged: z.number().int(),
  changes: z.array(changeSchema),
})

/** What a list would change of the prices that are agreed: by part, those of before and those of the list. */
export type ComparedPrices = z.infer<typeof comparedSchema>

const askedField = z.string().max(LONGEST_SKU)

export const askedPricesQuery = z.object({
  sku: z
    .union([
      askedField.transform((sku) => [sku]),
      z.array(askedField).min(1).max(ASKED_AT_ONCE, `The prices of at most ${ASKED_AT_ONCE} parts at once.`),
    ])
    .meta({ description: 'The part numbers, in any case.' }),
})

export const ownPriceSchema = z.object({
  sku: z.string(),
  prices: ladder.response,
  agreed: z.boolean().meta({ description: 'They are not those of the list.' }),
})

/** What the caller pays for a part. */
export type OwnPrice = z.infer<typeof ownPriceSchema>
