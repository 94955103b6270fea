import { z } from 'zod'
import { searchField, textField } from '#kit/fields.ts'
import { namedFields, type ProductShape } from './product-fields.ts'

const rules = { z, textField }

const shapeOf = <Kind extends 'answered' | 'given'>(kind: Kind) =>
  Object.fromEntries(namedFields.map(([name, field]) => [name, field[kind](rules)])) as ProductShape<Kind>

export const productSchema = z.object({ _id: z.string(), ...shapeOf('answered') }).meta({ id: 'Product' })

/** A part as the shop shows it: `price` in dollars per piece (4 decimals), `quantity` in pieces for sale. */
export type Product = z.infer<typeof productSchema>

/** What an admin gives to put a part up for sale. */
export const newProductSchema = z.object(shapeOf('given'))

export type NewProduct = z.infer<typeof newProductSchema>

export const productSorts = ['name', 'price', '-price', 'newest'] as const

export type ProductSort = (typeof productSorts)[number]

export const productQuerySchema = z.object({
  q: searchField.optional(),
  sort: z.enum(productSorts, 'sort has to be name, price, -price or newest.').optional(),
  limit: z.string().optional(),
  after: z.string().optional(),
})
