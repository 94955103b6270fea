import type { SelectQueryBuilder } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import { isUniqueViolation } from '#kit/db/errors.ts'
import { changePublicVersion } from '#kit/db/public-version.ts'
import type { Schema } from '#kit/db/schema.ts'
import { contains, searchWords } from '#kit/db/search.ts'
import { type Paged, readPage, toPaged } from '#kit/http/paging.ts'
import { AppError } from '#kit/http/problem.ts'
import { newId } from '#kit/id.ts'
import type { Shop } from '#kit/shop.ts'
import { keyOf, type ProductRow, toProduct, toRow } from './product-rows.ts'
import type { NewProduct, Product, ProductSort } from './schema.ts'

export { seedDemoProducts } from './demo-seed.ts'
export { MINIMUM_ORDER_PIECES } from './minimum-order.ts'
export { returnStock, takeStock } from './stock.ts'

/** A search of the catalogue as it stands in an address. */
export interface ProductQuery {
  readonly q?: string | undefined
  readonly sort?: ProductSort | undefined
  readonly limit?: string | undefined
  readonly after?: string | undefined
}

/** How each order of the list sorts: by a column, its direction, and the id where that ties. */
const SORTS = {
  newest: { column: 'created_at', direction: 'desc', type: 'number' },
  name: { column: 'name_key', direction: 'asc', type: 'string' },
  price: { column: 'price_e4', direction: 'asc', type: 'number' },
  '-price': { column: 'price_e4', direction: 'desc', type: 'number' },
} as const

/** Products for sale, never archived ones: the newest first unless sorted, 100 at most a page. */
export async function listProducts(db: Db, query: ProductQuery): Promise<Paged<Product>> {
  const { column, direction, type } = SORTS[query.sort ?? 'newest']
  const page = readPage(query, [type, 'string'])
  const found = matching(db.selectFrom('products').where('archived_at', 'is', null), searchWords(query.q))
  let rows = found
    .selectAll()
    .orderBy(column, direction)
    .orderBy('id', direction)
    .limit(page.limit + 1)
  if (page.after) {
    const [value, id] = page.after as [string | number, string]
    const beyond = direction === 'asc' ? '>' : '<'
    rows = rows.where(({ eb, refTuple, tuple }) => eb(refTuple(column, 'id'), beyond, tuple(value, id)))
  }
  const [list, { total }] = await Promise.all([
    rows.execute(),
    found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  const paged = toPaged(list, page, total, (row) => [row[column], row.id])
  return { ...paged, rows: paged.rows.map(toProduct) }
}

/** The product for sale with that id; unknown and archived ones are refused (404). */
export async function findProduct(db: Db, id: string): Promise<Product> {
  return toProduct(await livingRow(db, 'id', id))
}

/** The product for sale that an order names, by its id or else by its name; with the price in 1/10000 dollars. */
export async function findOrderedProduct(
  db: Db,
  named: { productId?: string | undefined; product: string },
): Promise<Product & { priceE4: number }> {
  const row = named.productId
    ? await livingRow(db, 'id', named.productId)
    : await livingRow(db, 'name_key', keyOf(named.product))
  return { ...toProduct(row), priceE4: row.price_e4 }
}

/** Puts a product up for sale. Its part number (made here when not given) and its name have to be free (409). */
export async function publishProduct(shop: Shop, input: NewProduct): Promise<Product> {
  const id = newId(shop.now())
  const sku = input.sku ?? `P-${id.slice(-10).toUpperCase()}`
  const row: ProductRow = { ...toRow({ ...input, sku }), id, created_at: shop.now(), archived_at: null }
  try {
    await shop.db.transaction().execute(async (trx) => {
      await trx.insertInto('products').values(row).execute()
      await changePublicVersion(trx)
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw await takenError(shop.db, row)
    throw error
  }
  return toProduct(row)
}

/** Takes a product off sale for good; its orders keep reading. Unknown and archived ones are refused (404). */
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

async function livingRow(db: Db, column: 'id' | 'name_key', value: string): Promise<ProductRow> {
  const row = await db
    .selectFrom('products')
    .selectAll()
    .where(column, '=', value)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw unknownProduct()
  return row
}

function matching<Output>(
  query: SelectQueryBuilder<Schema, 'products', Output>,
  words: readonly string[],
): SelectQueryBuilder<Schema, 'products', Output> {
  return words.reduce((narrowed, word) => narrowed.where(contains('search_text', word)), query)
}

async function takenError(db: Db, row: ProductRow): Promise<AppError> {
  const sameSku = await db
    .selectFrom('products')
    .select('id')
    .where('sku_key', '=', row.sku_key)
    .executeTakeFirst()
  const [code, field, detail] = sameSku
    ? (['sku_taken', 'sku', `The part number ${row.sku} is taken.`] as const)
    : (['name_taken', 'name', `There is a product named ${row.name} already.`] as const)
  return new AppError(code, detail, { errors: [{ pointer: `#/${field}`, detail }] })
}

const unknownProduct = (): AppError => new AppError('not_found', 'There is no such product.')
