import { z } from 'zod'
import { searchField, textField } from '#kit/fields.ts'
import { namedFields, type ProductShape } from './product-fields.ts'

const tools = { z, textField }

const shapeOf = <Kind extends 'responseSchema' | 'requestSchema'>(kind: Kind) =>
  Object.fromEntries(namedFields.map(([name, field]) => [name, field[kind](tools)])) as ProductShape<Kind>

export const productSchema = z
  .object({ _id: z.string(), ...shapeOf('responseSchema') })
  .meta({ id: 'Product' })

/** A part in responses: `price` in dollars per piece (4 decimals), `quantity` in pieces that can be ordered. */
export type Product = z.infer<typeof productSchema>

/** The request that publishes a part. */
export const newProductSchema = z.object(shapeOf('requestSchema'))

export type NewProduct = z.infer<typeof newProductSchema>

export const productSorts = ['name', 'price', '-price', 'newest'] as const

export type ProductSort = (typeof productSorts)[number]

export const productQuerySchema = z.object({
  q: searchField.optional(),
  sort: z.enum(productSorts, 'sort has to be name, price, -price or newest.').optional(),
  limit: z.string().optional(),
  after: z.string().optional(),
})
