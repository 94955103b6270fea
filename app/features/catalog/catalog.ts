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
export { MINIMUM_ORDER_PIECES } from './minimum-order.ts'
export { releaseStock, reserveStock } from './stock.ts'

/** The product for sale with that id; unknown and archived ones are refused (404). */
export async function findProduct(db: Db, id: string): Promise<Product> {
  return toProduct(await rowForSale(db, 'id', id))
}

/** The product for sale that an order names by id, else by name; `priceE4` is in ten-thousandths of a dollar. */
export async function findOrderedProduct(
  db: Db,
  named: { productId?: string | undefined; product: string },
): Promise<Product & { priceE4: number }> {
  const row = named.productId
    ? await rowForSale(db, 'id', named.productId)
    : await rowForSale(db, 'name_key', keyOf(named.product))
  return { ...toProduct(row), priceE4: row.price_e4 }
}

/** Publishes a product. Refuses a part number or a name that exists already (409). Generates an absent part number. */
export async function publishProduct(shop: Shop, input: NewProduct): Promise<Product> {
  const id = newId(shop.now())
  const sku = input.sku ?? `P-${id.slice(-10).toUpperCase()}`
  const row = { ...toRow({ ...input, sku }), id, created_at: shop.now(), archived_at: null }
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
    return { ...toRow(product), id: newId(createdAt), created_at: createdAt, archived_at: null }
  })
  // Processes that start at the same time all import; the part number is unique, so each product is inserted once. The
  // first product is inserted last, because the newest is listed first.
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
