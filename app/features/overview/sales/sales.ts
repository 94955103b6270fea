import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import { isAmong } from '#kit/input/search.ts'
import '../tables.ts'

/** A row of days by their numbers, both ends included. */
export interface Period {
  readonly first: number
  readonly last: number
}

/**
 * What was sold of a product: pieces, without those that went back to stock, and cents at the prices of the lines, without what
 * went back of them.
 */
export interface Sold {
  readonly productId: string
  readonly quantity: number
  readonly cents: number
}

/** The same with the pieces of another period, which ends today. */
export interface SoldLately extends Sold {
  readonly lately: number
}

/** The days of the period on which something was sold, in their sequence. */
export const listSalesDays = (db: Db, { first, last }: Period) =>
  db
    .selectFrom('sales_days')
    .selectAll()
    .where('day', '>=', first)
    .where('day', '<=', last)
    .orderBy('day')
    .execute()

/** All that was sold of a product before the day: one row of an index, however many days and orders there were. */
const totalBefore = (column: 'total_quantity' | 'total_cents', day: number): RawBuilder<number> =>
  sql`coalesce((
    select ${sql.ref(`product_sales.${column}`)} from product_sales
    where product_sales.product_id = sold_products.product_id and product_sales.day < ${day}
    order by product_sales.day desc limit 1), 0)`

/** What was sold in a period, of the product of the row. */
const soldIn = (column: 'total_quantity' | 'total_cents', { first, last }: Period): RawBuilder<number> =>
  sql<number>`${totalBefore(column, last + 1)} - ${totalBefore(column, first)}`

interface SoldWanted {
  readonly period: Period
  readonly lately: Period
  readonly after: string
  readonly limit: number
}

/** What was sold of up to `limit` products with ids above `after` in either period, by id. */
export const listSoldIn = (db: Db, { period, lately, after, limit }: SoldWanted): Promise<SoldLately[]> =>
  db
    .selectFrom('sold_products')
    .select([
      'product_id as productId',
      soldIn('total_quantity', period).as('quantity'),
      soldIn('total_cents', period).as('cents'),
      soldIn('total_quantity', lately).as('lately'),
    ])
    .where('last_day', '>=', Math.min(period.first, lately.first))
    .where('product_id', '>', after)
    .orderBy('product_id')
    .limit(limit)
    .execute()

/** What was sold of these products in a period. */
export const listSoldOf = async (db: Db, period: Period, ids: readonly string[]): Promise<Sold[]> =>
  db
    .selectFrom('sold_products')
    .select([
      'product_id as productId',
      soldIn('total_quantity', period).as('quantity'),
      soldIn('total_cents', period).as('cents'),
    ])
    .where(isAmong(db, 'product_id', ids))
    .execute()
