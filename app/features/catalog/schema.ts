import { z } from 'zod'
import { searchField, textField } from '#kit/fields.ts'
import { namedFields, type ProductShape } from './product-fields.ts'
import { termProblems } from './product-terms.ts'

const tools = { z, textField }

const shapeOf = <Kind extends 'responseSchema' | 'requestSchema'>(kind: Kind) =>
  Object.fromEntries(namedFields.map(([name, field]) => [name, field[kind](tools)])) as ProductShape<Kind>

export const productSchema = z
  .object({
    _id: z.string(),
    ...shapeOf('responseSchema'),
    revision: z.number().int(),
    updatedAt: z.string(),
  })
  .meta({ id: 'Product' })

/**
 * A part as the shop shows it: prices in dollars per piece (4 decimals), `price` being that of the first of `prices`;
 * `quantity` in pieces for sale. It can be ordered from `minimum` pieces up, in multiples of `step`. `revision` grows with
 * each change by an admin, the last of which was at `updatedAt` (ISO 8601 in UTC).
 */
export type Product = z.infer<typeof productSchema>

/** The request that publishes a part. */
export const newProductSchema = z.object(shapeOf('requestSchema')).superRefine((product, context) => {
  for (const { path, message } of termProblems(product))
    context.addIssue({ code: 'custom', path: [...path], message })
})

export type NewProduct = z.infer<typeof newProductSchema>

export const productSorts = ['name', 'price', '-price', 'newest'] as const

export type ProductSort = (typeof productSorts)[number]

export const productQuerySchema = z.object({
  q: searchField.optional(),
  sort: z.enum(productSorts, 'sort has to be name, price, -price or newest.').optional(),
  limit: z.string().optional(),
  after: z.string().optional(),
})
