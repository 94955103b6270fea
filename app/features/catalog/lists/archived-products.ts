import { sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import { countUpToLimit } from '#kit/db/row-counts.ts'
import { type Paged, readPage, toPaged } from '#kit/server/paging.ts'
import { toManagedProducts } from '../products/find-products.ts'
import { managedColumns } from '../products/product-rows.ts'
import type { ArchivedQuery, ManagedProduct } from '../schema.ts'
import { partsOf } from '../search/find-search.ts'
import { containsAll } from '../search/product-index.ts'
import { wordsOf } from '../search/search-terms.ts'

/** The archived products that contain every word of `q`, the last archived first. For admins. */
export async function listArchivedProducts(db: Db, query: ArchivedQuery): Promise<Paged<ManagedProduct>> {
  const page = readPage(query, ['number', 'string'])
  const words = partsOf(wordsOf(query.q))
  // The search index has the products for sale only, and of the others there are few.
  const isHit = words.length > 0 ? containsAll('products.search_text', words) : sql<boolean>`true`
  const rows = await db
    .selectFrom('products')
    .select(managedColumns)
    .where('archived_at', 'is not', null)
    .where(sql<boolean>`${isHit}`)
    .$if(page.after !== undefined, (list) => {
      const [archivedAt, id] = page.after as [number, string]
      return list.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('archived_at', 'id'), '<', tuple(archivedAt, id)),
      )
    })
    .orderBy('archived_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
  const count = await countUpToLimit(
    db,
    sql`select 1 from products where archived_at is not null and ${isHit}`,
  )
  const paged = toPaged(rows, page, count, (row) => [row.archived_at ?? 0, row.id])
  return { ...paged, rows: await toManagedProducts(db, paged.rows) }
}
