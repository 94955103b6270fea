import { sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import { e4ToDollars } from '#kit/money.ts'
import { shows } from '#kit/public-cache/shown.ts'
import { type CategoryFilter, idsOfProducts } from '../categories/category-filter.ts'
import { CATALOGUE, categoryTag } from '../public/tags.ts'
import type { AttributeValues, Product } from '../schema.ts'

/** A part of a grid: its attributes, what it looks like, what it costs and whether there is any. */
export interface SizedPart
  extends Pick<Product, 'sku' | 'image' | 'price' | 'quantity' | 'minimum' | 'step'> {
  readonly values: AttributeValues
}

/**
 * The parts of a filter, in no order; of so many at most. An answer that shows their stock depends on `STOCK` besides, not on the tag
 * of each part: a cache in front refuses an answer with hundreds of them.
 */
export async function listSizedParts(db: Db, filter: CategoryFilter, limit: number): Promise<SizedPart[]> {
  shows(CATALOGUE, ...filter.slugs.map(categoryTag))
  const { rows } = await sql<Omit<SizedPart, 'price' | 'values'> & { price_e4: number; attributes: string }>`
    select sku, image, price_e4, quantity, minimum, step, attributes from products
    where id in (${idsOfProducts(filter)}) limit ${limit}`.execute(db)
  return rows.map(({ price_e4, attributes, ...rest }) => ({
    ...rest,
    price: e4ToDollars(price_e4),
    values: JSON.parse(attributes),
  }))
}
