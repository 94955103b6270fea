import { sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import { e4ToDollars } from '#kit/money.ts'
import { shows } from '#kit/public-cache/shown.ts'
import { type CategoryFilter, idsOfProducts } from '../categories/category-filter.ts'
import { CATALOGUE, categoryTag, STOCK } from '../public/tags.ts'
import type { AttributeValues, Product } from '../schema.ts'

/** A part by its attributes alone. */
export interface SizedPart {
  readonly id: string
  readonly values: AttributeValues
}

/** What a part looks like, what it costs and whether there is any. */
export type PartOffer = Pick<Product, 'sku' | 'image' | 'price' | 'quantity' | 'minimum' | 'step'>

/** The attributes of the parts of a filter, in no order; of so many at most. */
export async function listSizes(db: Db, filter: CategoryFilter, limit: number): Promise<SizedPart[]> {
  shows(CATALOGUE, ...filter.slugs.map(categoryTag))
  const { rows } = await sql<{ id: string; attributes: string }>`
    select id, attributes from products where id in (${idsOfProducts(filter)}) limit ${limit}`.execute(db)
  return rows.map(({ id, attributes }) => ({ id, values: JSON.parse(attributes) }))
}

/** What the parts of a filter cost, by id; of so many at most. */
export async function listOffers(
  db: Db,
  filter: CategoryFilter,
  limit: number,
): Promise<Map<string, PartOffer>> {
  // Not each part by its own tag: a cache in front refuses an answer with hundreds of them.
  shows(CATALOGUE, STOCK, ...filter.slugs.map(categoryTag))
  const { rows } = await sql<Omit<PartOffer, 'price'> & { id: string; price_e4: number }>`
    select id, sku, image, price_e4, quantity, minimum, step from products
    where id in (${idsOfProducts(filter)}) limit ${limit}`.execute(db)
  return new Map(rows.map(({ id, price_e4, ...rest }) => [id, { ...rest, price: e4ToDollars(price_e4) }]))
}
