import { sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import { countUpToLimit, type RowCount } from '#kit/db/row-counts.ts'
import { type Page, type Paged, toPaged } from '#kit/server/paging.ts'
import type { ProductRow } from '../products/product-rows.ts'
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
export const IS_LOW = sql<boolean>`archived_at is null and reorder_point is not null and quantity <= reorder_point`

/** Below 0 by the pieces that are missing. */
export const MISSING = sql<number>`quantity - reorder_point`

/** How many parts are at or below their reorder point. */
export const countLowStock = (db: Db): Promise<RowCount> =>
  countUpToLimit(db, sql`select 1 from products where ${IS_LOW}`)

/** The types of a cursor of {@link listLowStock}. */
export const LOW_SHAPE = ['int4', 'string'] as const

/** The parts at or below their reorder point, the one that is the most pieces below it first. */
export async function listLowStock(db: Db, page: Page): Promise<Paged<LowPart>> {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'sku', 'name', 'quantity', 'reorder_point', MISSING.as('missing')])
    .where(IS_LOW)
    .$if(page.after !== undefined, (list) =>
      list.where(sql<boolean>`(${MISSING}, id) > (${sql.join(page.after ?? [])})`),
    )
    .orderBy(MISSING)
    .orderBy('id')
    .limit(page.limit + 1)
    .execute()
  const paged = toPaged(rows, page, await countLowStock(db), ({ missing: below, id }) => [below, id])
  return {
    ...paged,
    rows: paged.rows.map(toLowPart),
  }
}

const toLowPart = ({ id, sku, name, quantity, reorder_point }: LowRow): LowPart => ({
  _id: id,
  sku,
  name,
  quantity,
  reorderPoint: reorder_point ?? 0,
})

type LowRow = Pick<ProductRow, 'id' | 'sku' | 'name' | 'quantity' | 'reorder_point'>

/** A query for parts that fell to their reorder point and that no mail told of. */
const untold = (db: Db, limit: number) =>
  db
    .selectFrom('products')
    .select(['id', 'sku', 'name', 'quantity', 'reorder_point'])
    .where(IS_LOW)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('told_low_parts').select('product_id').whereRef('product_id', '=', 'products.id')),
      ),
    )
    .orderBy(MISSING)
    .orderBy('id')
    .limit(limit)

/** Whether a part fell to its reorder point and no mail told of it. */
export const hasUntoldLowParts = async (db: Db): Promise<boolean> =>
  (await untold(db, 1).execute()).length > 0

/**
 * Takes up to `limit` parts that fell to their reorder point and that no mail told of, the most pieces below it first. Pass the
 * transaction that adds the mail to the outbox.
 */
export async function takeUntoldLowParts(trx: Db, limit: number): Promise<LowPart[]> {
  const parts = (await untold(trx, limit).execute()).map(toLowPart)
  if (parts.length > 0)
    await trx
      .insertInto('told_low_parts')
      // Each row locks its product: by id like the orders, so that no deadlock arises.
      .values(parts.map(({ _id }) => ({ product_id: _id })).toSorted(byProduct))
      .execute()
  return parts
}

const byProduct = (one: { product_id: string }, other: { product_id: string }): number =>
  one.product_id < other.product_id ? -1 : 1

/** Forgets which parts mails told of, so that they are told of again: those whose stock is above now, or `all`. */
export async function forgetToldParts(db: Db, which: 'all' | 'above'): Promise<void> {
  const told = await db.selectFrom('told_low_parts').select('product_id').limit(1).executeTakeFirst()
  if (!told) return
  await db
    .deleteFrom('told_low_parts')
    .$if(which === 'above', (parts) =>
      parts.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('products')
              .select('id')
              .whereRef('id', '=', 'told_low_parts.product_id')
              .where(IS_LOW),
          ),
        ),
      ),
    )
    .execute()
}
