import type { Db } from '#kit/db/db.ts'
import { isAmong } from '#kit/input/search.ts'
import '../tables.ts'

/** A product with the pieces that can be ordered now. */
export interface ProductStock {
  readonly _id: string
  readonly sku: string
  readonly name: string
  readonly quantity: number
  readonly isForSale: boolean
}

/** The products of these ids, archived ones too, by id. One query for any number of them. */
export async function findStocks(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, ProductStock>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('products')
    .select(['id', 'sku', 'name', 'quantity', 'archived_at'])
    .where(isAmong(db, 'id', ids))
    .execute()
  return new Map(
    rows.map(({ id, archived_at, ...row }) => [id, { _id: id, ...row, isForSale: archived_at === null }]),
  )
}
