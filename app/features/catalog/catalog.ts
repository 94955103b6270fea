import type { Db } from '#kit/db/db.ts'
import { isUniqueViolation } from '#kit/db/errors.ts'
import { changePublicVersion } from '#kit/db/public-version.ts'
import { newId } from '#kit/id.ts'
import { AppError } from '#kit/server/problem.ts'
import type { Shop } from '#kit/shop.ts'
import { keyOf, type NewProductRow, productColumns, toProduct, toRow } from './product-rows.ts'
import { productRefusals } from './refusals.ts'
import type { NewProduct, Product } from './schema.ts'

export { listProducts, type ProductQuery } from './list-products.ts'
export { MINIMUM_ORDER_PIECES } from './quantity-terms.ts'
export { lockStock, releaseStock } from './stock.ts'

/** The product for sale with that id; unknown and archived ones are refused (404). */
export async function findProduct(db: Db, id: string): Promise<Product> {
  return toProduct(await rowForSale(db, 'id', id))
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
): Promise<(Product | undefined)[]> {
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
  const byId = new Map(rows.map((row) => [row.id, toProduct(row)]))
  const byName = new Map(rows.map((row) => [row.name_key, byId.get(row.id)]))
  return named.map(({ productId, product = '' }) =>
    productId ? byId.get(productId) : byName.get(keyOf(product)),
  )
}

/** Publishes a product. Refuses a part number or a name that exists already (409). Generates an absent part number. */
export async function publishProduct(shop: Shop, input: NewProduct): Promise<Product> {
  const id = newId(shop.now())
  const sku = input.sku ?? `P-${id.slice(-10).toUpperCase()}`
  const now = shop.now()
  const row = {
    ...toRow({ ...input, sku }),
    id,
    revision: 1,
    created_at: now,
    updated_at: now,
    archived_at: null,
  }
  try {
    await shop.db.transaction().execute(async (trx) => {
      await trx.insertInto('products').values(row).execute()
      await changePublicVersion(trx)
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw await duplicateError(shop.db, row)
    throw error
  }
  return toProduct(row)
}

/**
 * Imports products into a catalogue that never had a product; otherwise does nothing. The first one is listed first.
 */
export async function importProducts(
  shop: Shop,
  products: readonly (NewProduct & { sku: string })[],
): Promise<void> {
  const any = await shop.db.selectFrom('products').select('id').limit(1).executeTakeFirst()
  if (any) return
  const now = shop.now()
  const rows = products.map((product, index) => {
    const createdAt = now - index
    const times = { created_at: createdAt, updated_at: createdAt, archived_at: null }
    return { ...toRow(product), id: newId(createdAt), ...times }
  })
  // Processes that start at the same time all import; the unique part number inserts each product once. The first product
  // is inserted last, because the newest is listed first.
  await shop.db
    .insertInto('products')
    .values(rows.reverse())
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Archives a product permanently; its orders still show it. Unknown and archived products are refused (404). */
export async function archiveProduct(shop: Shop, id: string): Promise<void> {
  await shop.db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('products')
      .set({ archived_at: shop.now() })
      .where('id', '=', id)
      .where('archived_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw unknownProduct()
    await changePublicVersion(trx)
  })
}

async function rowForSale(db: Db, column: 'id' | 'name_key', value: string) {
  const row = await db
    .selectFrom('products')
    .select(productColumns)
    .where(column, '=', value)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw unknownProduct()
  return row
}

async function duplicateError(db: Db, row: NewProductRow): Promise<AppError> {
  const sameSku = await db
    .selectFrom('products')
    .select('id')
    .where('sku_key', '=', row.sku_key)
    .executeTakeFirst()
  const [refusal, field, detail] = sameSku
    ? ([productRefusals.skuTaken, 'sku', `The part number ${row.sku} is taken.`] as const)
    : ([productRefusals.nameTaken, 'name', `There is a product named ${row.name} already.`] as const)
  return new AppError(refusal, detail, { errors: [{ pointer: `#/${field}`, detail }] })
}

const unknownProduct = (): AppError => new AppError('not_found', 'There is no such product.')
