import type { Selectable } from 'kysely'
import type { DatabaseKind, Db } from '#kit/db/db.ts'
import type { Schema } from '#kit/db/schema.ts'
import { invalidField } from '#kit/server/problem.ts'
import type { AttributeValues, Product } from './schema.ts'
import './tables.ts'

/** The category of a product and the values of its attributes by key. */
interface Categorised {
  readonly category?: string | undefined
  readonly attributes?: AttributeValues | undefined
}

/**
 * Refuses (422) an unknown category, an attribute that the category does not have, and a value of another kind.
 * The category stays as it is until the transaction ends.
 */
export async function checkAttributes(
  trx: Db,
  kind: DatabaseKind,
  { category, attributes = {} }: Categorised,
): Promise<void> {
  if (category === undefined) {
    if (Object.keys(attributes).length > 0)
      throw invalidField('attributes', 'A product without a category has no attributes.')
    return
  }
  const found = await trx
    .selectFrom('categories')
    .select('slug')
    .where('slug', '=', category)
    .$if(kind === 'postgres', (query) => query.forShare())
    .executeTakeFirst()
  if (!found) throw invalidField('category', 'There is no such category.')
  const described = await trx
    .selectFrom('category_attributes')
    .select(['key', 'label', 'kind'])
    .where('category', '=', category)
    .execute()
  for (const [key, value] of Object.entries(attributes)) {
    const attribute = described.find((each) => each.key === key)
    if (!attribute) throw invalidField(`attributes/${key}`, 'The category does not have this attribute.')
    if ((attribute.kind === 'number') !== (typeof value === 'number'))
      throw invalidField(`attributes/${key}`, `${attribute.label} is a ${attribute.kind}.`)
  }
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

interface AttributesRow {
  readonly category: string | null
  readonly attributes: string
}

/** The attributes of products with their labels, in the sequence of their category. */
export async function describeAttributes(
  db: Db,
  rows: readonly AttributesRow[],
): Promise<Product['attributes'][]> {
  const categories = [...new Set(rows.flatMap(({ category }) => category ?? []))]
  if (categories.length === 0) return rows.map(() => [])
  const byCategory = await readAttributes(db, categories)
  return rows.map(({ category, attributes }) => {
    const values = JSON.parse(attributes) as AttributeValues
    return (byCategory.get(category ?? '') ?? []).flatMap(({ key, label, unit }) => {
      const value = Object.hasOwn(values, key) ? values[key] : undefined
      return value === undefined ? [] : [{ key, label, value, ...(unit !== null && { unit }) }]
    })
  })
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
