import type { Db } from '#kit/db/db.ts'
import { unknownProduct } from './product-errors.ts'
import { keyOf, productColumns, toProduct, toStoredProduct } from './product-rows.ts'
import type { Product, StoredProduct } from './schema.ts'

export { importCatalogue } from './import-catalogue.ts'
export { listProducts, type ProductQuery } from './list-products.ts'
export { MINIMUM_ORDER_PIECES } from './quantity-terms.ts'
export { lockStock, releaseStock } from './stock.ts'

/** The product for sale with that id; unknown and archived ones are refused (404). */
export async function findProduct(db: Db, id: string): Promise<Product> {
  return toProduct(db, await rowForSale(db, 'id', id))
}

/** The product for sale with that part number, in any case; unknown and archived ones are refused (404). */
export async function findPart(db: Db, sku: string): Promise<Product> {
  return toProduct(db, await rowForSale(db, 'sku_key', keyOf(sku)))
}

/** A product named by its id, or else by its name. */
export interface NamedProduct {
  readonly productId?: string | undefined
  readonly product?: string | undefined
}

/** The products for sale with these names, in their sequence; undefined for each that is unknown or archived. */
export async function findNamedProducts(
  db: Db,
  named: readonly NamedProduct[],
): Promise<(StoredProduct | undefined)[]> {
  const ids = named.flatMap(({ productId }) => (productId ? [productId] : []))
  const names = named.flatMap(({ productId, product }) => (productId || !product ? [] : [keyOf(product)]))
  const rows = await db
    .selectFrom('products')
    .select([...productColumns, 'name_key'])
    .where(({ eb, or }) =>
      or([
        ...(ids.length > 0 ? [eb('id', 'in', ids)] : []),
        ...(names.length > 0 ? [eb('name_key', 'in', names)] : []),
      ]),
    )
    .where('archived_at', 'is', null)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, toStoredProduct(row)]))
  const byName = new Map(rows.map((row) => [row.name_key, byId.get(row.id)]))
  return named.map(({ productId, product = '' }) =>
    productId ? byId.get(productId) : byName.get(keyOf(product)),
  )
}

async function rowForSale(db: Db, column: 'id' | 'sku_key', value: string) {
  const row = await db
    .selectFrom('products')
    .select(productColumns)
    .where(column, '=', value)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw unknownProduct()
  return row
}
