import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import { isAmong } from '#kit/input/search.ts'
import '../tables.ts'

/** A row of days by their numbers, both ends included. */
export interface Period {
  readonly first: number
  readonly last: number
}

/** What was sold of a product: pieces, without those that went back to stock, and cents, without refunds. */
export interface Sold {
  readonly productId: string
  readonly quantity: number
  readonly cents: number
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

/** What was sold of up to `limit` products with ids above `after` from that day on, by id. */
export const listSoldAfter = (db: Db, day: number, after: string, limit: number): Promise<Sold[]> =>
  db
    .selectFrom('sold_products')
    .select([
      'product_id as productId',
      sql<number>`quantity - ${totalBefore('total_quantity', day)}`.as('quantity'),
      sql<number>`revenue_cents - ${totalBefore('total_cents', day)}`.as('cents'),
    ])
    .where('last_day', '>=', day)
    .where('product_id', '>', after)
    .orderBy('product_id')
    .limit(limit)
    .execute()

/** What was sold of these products in a period before today. */
export const listSoldOf = async (
  db: Db,
  { first, last }: Period,
  ids: readonly string[],
): Promise<Sold[]> => {
  const soldOf = (column: 'total_quantity' | 'total_cents') =>
    sql<number>`${totalBefore(column, last + 1)} - ${totalBefore(column, first)}`
  return db
    .selectFrom('sold_products')
    .select([
      'product_id as productId',
      soldOf('total_quantity').as('quantity'),
      soldOf('total_cents').as('cents'),
    ])
    .where(isAmong(db, 'product_id', ids))
    .execute()
}
