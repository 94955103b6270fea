import type { Selectable } from 'kysely'
import { modelFormats } from '#features/models/states.ts'
import type { Db } from '#kit/db/db.ts'
import type { Schema } from '#kit/db/schema.ts'
import { invalidField } from '#kit/server/app-error.ts'
import type { AttributeValues, CategoryChange, Product } from '../schema.ts'
import { partModel, readShape, sizeProblems } from '../shapes/category-shape.ts'
import { isUploadedModel } from '../states.ts'
import '../tables.ts'
import { readFiles } from './product-files.ts'

/** The category of a product and the values of its attributes by key. */
interface Categorised {
  readonly category?: string | undefined
  readonly attributes?: AttributeValues | undefined
}

/** What an attribute of a category allows. */
type DescribedAttribute = Pick<Selectable<Schema['category_attributes']>, 'key' | 'label' | 'kind'>

interface AttributeProblem {
  /** `category`, or `attributes` with a key. */
  readonly path: readonly string[]
  readonly message: string
}

/**
 * What is wrong with a category and the values of its attributes: an unknown category, an attribute that the category does
 * not have, a value of another kind. `described` has the attributes of the category; undefined when there is no such one.
 */
export function attributeProblems(
  { category, attributes = {} }: Categorised,
  described: readonly DescribedAttribute[] | undefined,
): AttributeProblem[] {
  if (category === undefined)
    return Object.keys(attributes).length > 0
      ? [{ path: ['attributes'], message: 'A product without a category has no attributes.' }]
      : []
  if (!described) return [{ path: ['category'], message: 'There is no such category.' }]
  return Object.entries(attributes).flatMap(([key, value]) => {
    const attribute = described.find((each) => each.key === key)
    const path = ['attributes', key]
    if (!attribute) return [{ path, message: 'The category does not have this attribute.' }]
    const isKind = (attribute.kind === 'number') === (typeof value === 'number')
    return isKind ? [] : [{ path, message: `${attribute.label} is a ${attribute.kind}.` }]
  })
}

/** Refuses (422) {@link attributeProblems} and impossible sizes. The category stays as it is until the transaction ends. */
export async function checkAttributes(trx: Db, product: Categorised): Promise<void> {
  const category = await describedIn(trx, product.category)
  const [problem] = [
    ...attributeProblems(product, category?.attributes),
    ...(category ? sizeProblems(product.attributes ?? {}, category) : []),
  ]
  if (problem) throw invalidField(problem.path.join('/'), problem.message)
}

/** The attributes and the shape of a category, which is locked; undefined when there is none. */
async function describedIn(trx: Db, category: string | undefined) {
  if (category === undefined) return undefined
  const found = await trx
    .selectFrom('categories')
    .select('shape')
    .where('slug', '=', category)
    .forShare()
    .executeTakeFirst()
  if (!found) return undefined
  const attributes: DescribedAttribute[] = await trx
    .selectFrom('category_attributes')
    .select(['key', 'label', 'kind'])
    .where('category', '=', category)
    .execute()
  return { attributes, shape: readShape(found.shape) }
}

/** Replaces the facets of a product for sale. */
export async function writeFacets(trx: Db, productId: string, product: Categorised): Promise<void> {
  await deleteFacets(trx, productId)
  const rows = facetsOf(productId, product)
  if (rows.length > 0) await trx.insertInto('product_facets').values(rows).execute()
}

/** The rows of `product_facets` of a product for sale. */
export function facetsOf(productId: string, { category, attributes = {} }: Categorised) {
  if (category === undefined) return []
  return Object.entries(attributes).map(([key, value]) => ({
    product_id: productId,
    category,
    key,
    text_value: typeof value === 'string' ? value : null,
    number_value: typeof value === 'number' ? value : null,
  }))
}

/** Deletes the facets of a product: an archived one has none. */
export async function deleteFacets(trx: Db, productId: string): Promise<void> {
  await trx.deleteFrom('product_facets').where('product_id', '=', productId).execute()
}

interface DescribedRow {
  readonly id: string
  readonly file_count: number
  readonly category: string | null
  readonly attributes: string
}

/** What is read of a product besides its row. */
export type Described = Pick<Product, 'attributes' | 'model' | 'files'>

/** The attributes of products with their labels, in the sequence of their category, which models they have, and their files. */
export async function describeProducts(db: Db, rows: readonly DescribedRow[]): Promise<Described[]> {
  const categories = [...new Set(rows.flatMap(({ category }) => category ?? []))]
  const hasCategories = categories.length > 0
  const [byCategory, shapes, filesOf] = await Promise.all([
    hasCategories ? readAttributes(db, categories) : new Map(),
    hasCategories ? readShapes(db, categories) : new Map(),
    readFiles(db, rows),
  ])
  return rows.map(({ id, category, attributes }) => {
    const values = JSON.parse(attributes) as AttributeValues
    const described: readonly ReadAttribute[] = byCategory.get(category ?? '') ?? []
    const files = filesOf(id)
    return {
      attributes: described.flatMap(({ key, label, unit }) => {
        const value = Object.hasOwn(values, key) ? values[key] : undefined
        return value === undefined ? [] : [{ key, label, value, ...(unit !== null && { unit }) }]
      }),
      model: files.some(isUploadedModel)
        ? { formats: [...modelFormats] }
        : partModel(values, { attributes: described, shape: shapes.get(category ?? '') }),
      files,
    }
  })
}

/** The shapes of these categories, of those that have one. */
async function readShapes(db: Db, categories: readonly string[]) {
  const rows = await db
    .selectFrom('categories')
    .select(['slug', 'shape'])
    .where('slug', 'in', categories)
    .where('shape', 'is not', null)
    .execute()
  return new Map(rows.map(({ slug, shape }) => [slug, readShape(shape)]))
}

/** An attribute as the shop shows it. */
export const toAttribute = ({
  key,
  label,
  unit,
  kind,
}: Pick<Selectable<Schema['category_attributes']>, 'key' | 'label' | 'unit' | 'kind'>) => ({
  key,
  label,
  ...(unit !== null && { unit }),
  kind,
})

type ReadAttribute = Pick<
  Selectable<Schema['category_attributes']>,
  'category' | 'key' | 'label' | 'unit' | 'kind'
>

/** The attributes of the products of these categories, in sequence, by category. */
export async function readAttributes(db: Db, categories: readonly string[]) {
  const described = await db
    .selectFrom('category_attributes')
    .select(['category', 'key', 'label', 'unit', 'kind'])
    .where('category', 'in', categories)
    .orderBy('position')
    .execute()
  return Map.groupBy(described, ({ category }) => category)
}

/** The rows of a category's attributes. */
export const attributeRows = (slug: string, { attributes }: Pick<CategoryChange, 'attributes'>) =>
  attributes.map(({ key, label, unit = null, kind }, position) => ({
    category: slug,
    key,
    position,
    label,
    unit,
    kind,
  }))
