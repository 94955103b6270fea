import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import type { ValueRow } from '../lists/sort-by-column.ts'
import type { ProductRow } from '../products/product-rows.ts'
import type { AttributeValues } from '../schema.ts'

/** The filter of found parts by category; no attribute has this key. */
export const CATEGORY = 'category'

/** A found part, as far as its filters and its place in the list need it. */
export interface Hit extends Omit<ValueRow, 'text_value' | 'number_value'> {
  readonly listing_sequence: number
  readonly category: string | null
  readonly values: AttributeValues
}

/** The value of an attribute, or the category. */
export const valueIn = ({ category, values }: Hit, key: string): string | number | undefined =>
  key === CATEGORY ? (category ?? undefined) : Object.hasOwn(values, key) ? values[key] : undefined

/** These products for sale, newest first. */
export async function readHits(db: Db, products: RawBuilder<ProductRow>): Promise<Hit[]> {
  const rows = await db
    .selectFrom(products.as('products'))
    .select(['id', 'listing_sequence', 'category', 'attributes', 'sku_key', 'price_e4', 'prices', 'quantity'])
    .where(sql<boolean>`archived_at is null`)
    .orderBy('listing_sequence', 'desc')
    .execute()
  return rows.map(({ attributes, ...row }) => ({ ...row, values: JSON.parse(attributes) }))
}

/** The row to sort a part by a column, with the value of the column if it is an attribute. */
export function toValueRow(hit: Hit, column: string): ValueRow {
  const value = valueIn(hit, column)
  return {
    ...hit,
    text_value: typeof value === 'string' ? value : null,
    number_value: typeof value === 'number' ? value : null,
  }
}
