import { sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import { toIso } from '#kit/time.ts'
import type { Product } from '../schema.ts'

/**
 * The parts for sale with a listing sequence above `after` and up to `upTo`, in that sequence. A part keeps its sequence,
 * unless it is archived and restored.
 */
export async function listPartsForSale(
  db: Db,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<Pick<Product, 'sku' | 'updatedAt'>[]> {
  const rows = await db
    .selectFrom('products')
    .select(['sku', 'updated_at'])
    .where('archived_at', 'is', null)
    .where('listing_sequence', '>', after)
    .where('listing_sequence', '<=', upTo)
    .orderBy('listing_sequence')
    .limit(limit)
    .execute()
  return rows.map(({ sku, updated_at }) => ({ sku, updatedAt: toIso(updated_at) }))
}

/** Whether there is any part for sale. */
export async function hasPartForSale(db: Db): Promise<boolean> {
  const part = await db
    .selectFrom('products')
    .select('id')
    .where('archived_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return part !== undefined
}

/**
 * The sections of `size` listing sequences that have parts for sale, ascending: section 0 begins with sequence 1. Reads one
 * entry of the index for each section, not every part.
 */
export async function sectionsForSale(db: Db, size: number): Promise<number[]> {
  const forSale = sql`products where archived_at is null`
  // Not a parameter, which SQLite would divide by as a number with fraction.
  const each = sql.lit(size)
  const { rows } = await sql<{ section: number }>`
    with recursive sections (section) as (
      select (select (min(listing_sequence) - 1) / ${each} from ${forSale})
      union all
      select (select (min(listing_sequence) - 1) / ${each} from ${forSale} and listing_sequence > (section + 1) * ${each})
      from sections where section is not null)
    select section from sections where section is not null`.execute(db)
  return rows.map(({ section }) => section)
}
