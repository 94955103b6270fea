import { sql } from 'kysely'
import { type Actor, recordAudit } from '#kit/audit/audit.ts'
import type { Db } from '#kit/db/db.ts'
import { countUpToLimit } from '#kit/db/row-counts.ts'
import { isAmong } from '#kit/input/search.ts'
import { recordPublicChange } from '#kit/public-cache/public-changes.ts'
import { shows } from '#kit/public-cache/shown.ts'
import { type Paged, readPage, toPaged } from '#kit/server/paging.ts'
import type { Shop } from '#kit/shop.ts'
import { listProducts } from '../lists/list-products.ts'
import { toManagedProducts } from '../products/find-products.ts'
import { unknownProduct } from '../products/product-errors.ts'
import { managedColumns, productColumns, toProducts } from '../products/product-rows.ts'
import { FEATURED } from '../public/tags.ts'
import type { ManagedProduct, Product } from '../schema.ts'
import type { FeaturedChange, FeaturedQuery } from './schema.ts'

/** The home page shows so many products. */
const SHOWN = 12

/**
 * The products of the home page: those for sale that the staff marked, the last marked first; the newest fill it up. With how many
 * products are for sale.
 */
export async function listFeatured(db: Db): Promise<{ rows: Product[]; total: number }> {
  shows(FEATURED)
  const marked = await db
    .selectFrom('products')
    .select(productColumns)
    .where('featured_at', 'is not', null)
    .where('archived_at', 'is', null)
    .orderBy('featured_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute()
  const ids = new Set(marked.map(({ id }) => id))
  const newest = await listProducts(db, { limit: String(SHOWN) })
  const others = newest.rows.filter(({ _id }) => !ids.has(_id))
  return { rows: [...(await toProducts(db, marked)), ...others].slice(0, SHOWN), total: newest.total }
}

/** The marked products, archived ones too, the last marked first. For admins. */
export async function listMarked(db: Db, query: FeaturedQuery): Promise<Paged<ManagedProduct>> {
  const page = readPage(query, ['number', 'string'])
  const rows = await db
    .selectFrom('products')
    .select(managedColumns)
    .where('featured_at', 'is not', null)
    .$if(page.after !== undefined, (list) => {
      const [featuredAt, id] = page.after as [number, string]
      return list.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('featured_at', 'id'), '<', tuple(featuredAt, id)),
      )
    })
    .orderBy('featured_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
  const count = await countUpToLimit(db, sql`select 1 from products where featured_at is not null`)
  const paged = toPaged(rows, page, count, (row) => [row.featured_at ?? 0, row.id])
  return { ...paged, rows: await toManagedProducts(db, paged.rows) }
}

/**
 * Marks products for the home page, or takes the marks away; those that are so already stay as they are. Their revision stays, since
 * no field of them changes. Refuses an unknown one (404): then none is changed.
 */
export function markFeatured(
  shop: Shop,
  admin: Actor,
  { ids: given, featured }: FeaturedChange,
): Promise<number> {
  const ids = [...new Set(given)]
  return shop.db.transaction().execute(async (trx) => {
    // In the sequence in which orders lock them.
    const rows = await trx
      .selectFrom('products')
      .select(['id', 'featured_at'])
      .where('id', 'in', ids)
      .orderBy('id')
      .forUpdate()
      .execute()
    if (rows.length < ids.length) throw unknownProduct()
    const isFeatured = new Map(rows.map(({ id, featured_at }) => [id, featured_at !== null]))
    const changed = ids.filter((id) => isFeatured.get(id) !== featured)
    if (changed.length === 0) return 0
    const at = shop.now()
    await trx
      .updateTable('products')
      .set({ featured_at: featured ? at : null })
      .where(isAmong(trx, 'id', changed))
      .execute()
    const kind = featured ? 'product.featured' : 'product.unfeatured'
    for (const subject of changed) await recordAudit(trx, { by: admin, at, kind, subject })
    recordPublicChange(trx, { tags: [FEATURED] })
    return changed.length
  })
}
