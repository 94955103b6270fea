import { z } from 'zod'
import { partModelSchema } from '#features/models/schema.ts'
import { type GivenTerms, termProblems } from '#features/pricing/price-terms.ts'
import { MAXIMUM_PIECES } from '#features/pricing/quantity-terms.ts'
import { fieldChangeSchema } from '#kit/audit/field-change.ts'
import { longest, oneLineField, searchField, textField, WITH_OTHER_ERRORS } from '#kit/input/fields.ts'
import {
  forSaleField,
  managedFields,
  partFileSchema,
  requestFields,
  responseFields,
} from './fields/schema.ts'
import {
  isAttributeNumber,
  LONGEST_ATTRIBUTE_LABEL,
  LONGEST_CATEGORY_DESCRIPTION,
  LONGEST_CATEGORY_NAME,
  LONGEST_REASON,
  LONGEST_SLUG,
  LONGEST_UNIT,
  SLUG,
} from './limits.ts'
import { productEventKinds } from './states.ts'

const attributeValue = z.union([
  z
    .number('A value is a number or a text.')
    .refine(
      (value) => isAttributeNumber(String(value)),
      'A number has at most 12 digits before and 6 after the point.',
    ),
  oneLineField('A value', { maximum: 100 }),
])

const slugSchema = (what: string) =>
  z
    .string(`${what} is required.`)
    .max(LONGEST_SLUG, longest(what, LONGEST_SLUG))
    .regex(SLUG, `${what} has lower-case letters, digits and single dashes.`)

export const productSchema = z
  .object({
    _id: z.string(),
    ...responseFields,
    attributes: z.array(
      z.object({
        key: z.string(),
        label: z.string(),
        value: attributeValue,
        unit: z.string().optional(),
      }),
    ),
    model: partModelSchema,
    files: z.array(partFileSchema),
    revision: z.number().int(),
    updatedAt: z.string(),
  })
  .meta({ id: 'Product' })

/**
 * A part as the shop shows it: prices in dollars per piece (4 decimals), `price` being that of the first of `prices`;
 * `quantity` in pieces for sale. It can be ordered from `minimum` pieces up, in multiples of `step`. `model` has the formats of
 * its model, or why it has none; `files` are by kind, then newest first. `revision` grows with each change of its fields or its
 * stock by an admin; the last change, of its files too, was at `updatedAt` (ISO 8601 in UTC).
 */
export type Product = z.infer<typeof productSchema>

export const managedProductSchema = productSchema.extend(managedFields).meta({ id: 'ManagedProduct' })

/** A product as admins see it. */
export type ManagedProduct = z.infer<typeof managedProductSchema>

/** A product without its attributes, its model and its files, as its row has it. */
export type StoredProduct = Omit<Product, 'attributes' | 'model' | 'files'>

/** Adds the rules that concern several fields. */
const withTerms = <Schema extends z.ZodType<GivenTerms>>(schema: Schema) =>
  schema
    .refine(({ price, prices }) => price !== undefined || prices !== undefined, {
      path: ['price'],
      error: 'The price is required, as a number.',
      ...WITH_OTHER_ERRORS,
    })
    .superRefine((product, context) => {
      for (const { path, message } of termProblems(product))
        context.addIssue({ code: 'custom', path: [...path], message })
    })

const attributeValuesSchema = z.record(z.string().max(LONGEST_SLUG), attributeValue)

export type AttributeValues = z.infer<typeof attributeValuesSchema>

const enteredFields = { ...requestFields, attributes: attributeValuesSchema.optional() }

/** The request that adds a part. */
export const newProductSchema = withTerms(z.object({ ...enteredFields, forSale: forSaleField }))

export type NewProduct = z.infer<typeof newProductSchema>

/** The request that replaces the fields of a part. `revision` is the one that the admin saw; the stock stays as it is. */
export const changedProductSchema = withTerms(
  z.object({
    ...enteredFields,
    quantity: z.unknown().optional(),
    revision: z.int('The revision is required, as a whole number.'),
  }),
)

export type ChangedProduct = z.infer<typeof changedProductSchema>

/**
 * The pieces of a line of a cart or a quote: 0 and more than the shop can hold are kept too, as a problem of that line
 * instead of the whole list.
 */
export const piecesField = z
  .int('The quantity has to be a whole number of pieces.')
  .min(0, 'The quantity cannot be below 0.')

/**
 * The request that changes the stock: by some pieces, or to as many as were counted. With the `revision` that the product
 * has, a request that is sent again counts once.
 */
export const stockChangeSchema = z
  .object({
    change: z
      .int('The change has to be a whole number of pieces.')
      .min(-MAXIMUM_PIECES)
      .max(MAXIMUM_PIECES)
      .optional(),
    counted: z
      .int('The counted pieces have to be a whole number.')
      .min(0, 'The counted pieces cannot be below 0.')
      .max(MAXIMUM_PIECES)
      .optional(),
    reason: textField('The reason', { maximum: LONGEST_REASON }),
    revision: z.int('The revision has to be a whole number.').optional(),
  })
  .refine(({ change, counted }) => (change === undefined) !== (counted === undefined), {
    path: ['change'],
    error: 'Either the change or the counted pieces are required.',
    ...WITH_OTHER_ERRORS,
  })

export type StockChange = z.infer<typeof stockChangeSchema>

/** One entry of a product's history. `by` is the e-mail address of the admin. */
export const productEventSchema = z
  .object({
    at: z.string(),
    by: z.string(),
    kind: z.enum(productEventKinds),
    changes: z.array(fieldChangeSchema),
    reason: z.string().optional(),
  })
  .meta({ id: 'ProductEvent' })

export type ProductEvent = z.infer<typeof productEventSchema>

const MAXIMUM = { attributes: 50, shapes: 20, parameters: 30 }

const attributeSchema = z.object({
  key: slugSchema('The key of an attribute'),
  label: oneLineField('The label', { maximum: LONGEST_ATTRIBUTE_LABEL }),
  unit: oneLineField('The unit', { maximum: LONGEST_UNIT }).optional(),
  kind: z.enum(['number', 'text'], 'The kind is number or text.'),
})

/** A record of at most so many entries. */
const valuesField = z
  .record(z.string().max(LONGEST_SLUG), attributeValue)
  .refine((values) => Object.keys(values).length <= MAXIMUM.parameters, 'These are too many.')

const shapeSchema = z
  .object({
    slug: slugSchema('The slug of the shape').meta({ description: 'One of `GET /shape`.' }),
    parameters: valuesField.meta({
      description: 'By the parameters of the shape: the key of an attribute, else a fixed value.',
    }),
    when: valuesField.optional().meta({
      description:
        'The values that attributes of a part have to have; without it, the shape is that of all parts.',
    }),
  })
  .meta({ id: 'CategoryShape' })

/** The slug of a category in an address. */
export const categoryParam = z.object({ slug: slugSchema('The slug') })

/** What the models of a category's parts depend on, as an admin sends it. */
export const shapedSchema = z.object({
  attributes: z.array(attributeSchema).max(MAXIMUM.attributes).default([]),
  shape: z
    .union([shapeSchema, z.array(shapeSchema).min(1).max(MAXIMUM.shapes)])
    .optional()
    .meta({ description: 'How its parts get their model. Of a list, the first that fits a part holds.' }),
})

const categoryFields = z.object({
  name: oneLineField('The name', { maximum: LONGEST_CATEGORY_NAME }),
  description: oneLineField('The description', { maximum: LONGEST_CATEGORY_DESCRIPTION }).optional(),
  parent: slugSchema('The parent').optional(),
  ...shapedSchema.shape,
})

/** The request that creates or replaces a category. */
export const categoryChangeSchema = categoryFields
  .extend({
    before: categoryFields.nullable().optional().meta({
      description: 'The category as it was read; null when there was none.',
    }),
  })
  .refine(({ attributes }) => new Set(attributes.map(({ key }) => key)).size === attributes.length, {
    path: ['attributes'],
    error: 'Each attribute has a key of its own.',
  })

export type CategoryChange = z.infer<typeof categoryChangeSchema>

export const categorySchema = z
  .object({
    slug: z.string(),
    name: z.string(),
    description: z.string().optional(),
    parent: z.string().optional(),
    count: z.number().int().meta({ description: 'The products for sale, with those of the children.' }),
    attributes: z.array(
      z.object({
        key: z.string(),
        label: z.string(),
        unit: z.string().optional(),
        kind: z.enum(['number', 'text']),
      }),
    ),
    shape: z.union([shapeSchema, z.array(shapeSchema)]).optional(),
  })
  .meta({ id: 'Category' })

export type Category = z.infer<typeof categorySchema>

/** The attributes of a category's products with the number of products for each value. */
export const facetsSchema = z
  .object({
    total: z.number().int().meta({ description: 'The products that have everything that is chosen.' }),
    facets: z.array(
      z.object({
        key: z.string(),
        label: z.string(),
        unit: z.string().optional(),
        kind: z.enum(['number', 'text']),
        values: z
          .array(z.object({ value: z.union([z.string(), z.number()]), count: z.number().int() }))
          .meta({ description: 'The most frequent values, at most 50.' }),
        minimum: z.number().optional(),
        maximum: z.number().optional(),
      }),
    ),
  })
  .meta({ id: 'Facets' })

export type Facets = z.infer<typeof facetsSchema>

export type Facet = Facets['facets'][number]

export const productSorts = ['name', 'price', '-price', 'newest'] as const

export type ProductSort = (typeof productSorts)[number]

export const productQuerySchema = z.object({
  q: searchField.optional(),
  sort: z.enum(productSorts, 'sort has to be name, price, -price or newest.').optional(),
  category: z.string().max(LONGEST_SLUG).optional(),
  ...{ limit: z.string().optional(), after: z.string().optional() },
})

/** The parameters of the list of archived products. */
export const archivedQuerySchema = productQuerySchema.pick({ q: true, limit: true, after: true })

export type ArchivedQuery = z.infer<typeof archivedQuerySchema>

/** The parameters of a list; the facets of a category do not depend on its pages. */
export const facetQuerySchema = productQuerySchema.required({ category: true })

export const suggestionQuerySchema = z.object({ q: searchField.optional() })

const suggestedPart = { sku: z.string(), name: z.string(), image: z.string(), price: z.number() }

export const suggestionsSchema = z
  .object({
    categories: z
      .array(z.object({ slug: z.string(), name: z.string(), count: z.number().int() }))
      .meta({ description: 'At most 4; `count` includes the products of the children.' }),
    parts: z
      .array(z.object({ ...suggestedPart, own: z.string().optional() }))
      .meta({ description: 'At most 8, those with an `own` number and then the best hits first.' }),
  })
  .meta({ id: 'Suggestions' })

/** What a visitor who is typing a search may mean. Prices are dollars per piece. */
export type Suggestions = z.infer<typeof suggestionsSchema>
