import { sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import { countUpToLimit, type RowCount } from '#kit/db/row-counts.ts'
import { type Page, type Paged, toPaged } from '#kit/server/paging.ts'
import '../tables.ts'

/** A part for sale whose stock is at or below its reorder point. */
interface LowPart {
  readonly _id: string
  readonly sku: string
  readonly name: string
  readonly quantity: number
  readonly reorderPoint: number
}

// As the index has them: SQLite uses it only for a query with its conditions word for word.
const IS_LOW = sql<boolean>`archived_at is null and reorder_point is not null and quantity <= reorder_point`

/** How many parts are at or below their reorder point. */
export const countLowStock = (db: Db): Promise<RowCount> =>
  countUpToLimit(db, sql`select 1 from products where ${IS_LOW}`)

/** The types of a cursor of {@link listLowStock}. */
export const LOW_SHAPE = ['int4', 'string'] as const

/** The parts at or below their reorder point, the one that is the most pieces below it first. */
export async function listLowStock(db: Db, page: Page): Promise<Paged<LowPart>> {
  const missing = sql<number>`quantity - reorder_point`
  const rows = await db
    .selectFrom('products')
    .select(['id', 'sku', 'name', 'quantity', 'reorder_point', missing.as('missing')])
    .where(IS_LOW)
    .$if(page.after !== undefined, (list) =>
      list.where(sql<boolean>`(${missing}, id) > (${sql.join(page.after ?? [])})`),
    )
    .orderBy(missing)
    .orderBy('id')
    .limit(page.limit + 1)
    .execute()
  const paged = toPaged(rows, page, await countLowStock(db), ({ missing: below, id }) => [below, id])
  return {
    ...paged,
    rows: paged.rows.map(({ id, sku, name, quantity, reorder_point }) => ({
      _id: id,
      sku,
      name,
      quantity,
      reorderPoint: reorder_point ?? 0,
    })),
  }
}
