import { keyOf } from '#features/catalog/catalog.ts'
import { SKU } from '#features/catalog/limits.ts'
import type { Db } from '#kit/db/db.ts'
import { isAmong } from '#kit/input/search.ts'

/**
 * Finds the ids of the products with these part numbers, in any case. Archived ones too, but none that was never for sale:
 * nobody may learn its part number. One query for any number of them.
 */
export async function findSoldIds(
  db: Db,
  skus: readonly string[],
): Promise<(sku: string) => string | undefined> {
  const keys = [...new Set(skus.filter((sku) => SKU.test(sku)).map(keyOf))]
  if (keys.length === 0) return () => undefined
  const rows = await db
    .selectFrom('products')
    .select(['id', 'sku_key'])
    .where(isAmong(db, 'sku_key', keys))
    .where('is_unpublished', '=', 0)
    .execute()
  const byKey = new Map(rows.map(({ id, sku_key }) => [sku_key, id]))
  return (sku) => byKey.get(keyOf(sku))
}
