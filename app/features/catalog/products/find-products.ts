import { sql } from 'kysely'
import type { PricedProduct } from '#features/pricing/price-line.ts'
import type { OrderableProduct } from '#features/pricing/quantity-terms.ts'
import { type Db, kindOf } from '#kit/db/db.ts'
import { isAmong } from '#kit/input/search.ts'
import { shows } from '#kit/public-cache/shown.ts'
import { fromE4 } from '#kit/ten-thousandths.ts'
import { toIso } from '#kit/time.ts'
import { fieldKinds } from '../fields/field-kinds.ts'
import { type AdminValues, namedAdminFields } from '../fields/managed-fields.ts'
import { SKU } from '../limits.ts'
import { CATALOGUE } from '../public/tags.ts'
import type { ManagedProduct, Product } from '../schema.ts'
import { plainPartNumber } from '../search/search-terms.ts'
import { unknownProduct } from './product-errors.ts'
import {
  keyOf,
  type ManagedRow,
  managedColumns,
  type ProductRow,
  productColumns,
  toAdminValues,
  toProduct,
  toProducts,
} from './product-rows.ts'

/** The product for sale with that id; unknown and archived ones are refused (404). */
export async function findProduct(db: Db, id: string): Promise<Product> {
  return toProduct(db, await rowForSale(db, 'id', id))
}

/** The product with that id for admins, for sale or not; unknown ones are refused (404). */
export async function findManagedProduct(db: Db, id: string): Promise<ManagedProduct> {
  const row = await db.selectFrom('products').select(managedColumns).where('id', '=', id).executeTakeFirst()
  if (!row) throw unknownProduct()
  return toManaged(db, row)
}

/** The product as admins see it. */
export const toManaged = async (db: Db, row: ManagedRow): Promise<ManagedProduct> => ({
  ...(await toProduct(db, row)),
  ...managedFacts(row),
})

/** What only admins see of a product: fields, whether it is for sale, and whether it is on the home page. */
const managedFacts = (row: ManagedRow): Omit<ManagedProduct, keyof Product> => ({
  ...toAdminValues(row),
  ...(row.archived_at !== null && { archivedAt: toIso(row.archived_at) }),
  ...(row.is_unpublished === 1 && { unpublished: true }),
  ...(row.featured_at !== null && { featuredAt: toIso(row.featured_at) }),
})

/** Products as admins see them, in the sequence of the rows. */
export async function toManagedProducts(db: Db, rows: readonly ManagedRow[]): Promise<ManagedProduct[]> {
  const products = await toProducts(db, rows)
  return rows.flatMap((row, index) => {
    const product = products[index]
    return product ? [{ ...product, ...managedFacts(row) }] : []
  })
}

/** The values that only admins see of these products, by id. */
export async function findAdminValues(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AdminValues>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('products')
    .select(['id', ...namedAdminFields.map(([, { column }]) => column)])
    .where(isAmong(db, 'id', ids))
    .execute()
  return new Map(rows.map((row) => [row.id, toAdminValues(row)]))
}

/** The product for sale with that part number, in any case; unknown and archived ones are refused (404). */
export async function findPart(db: Db, sku: string): Promise<Product> {
  return toProduct(db, await rowForSale(db, 'sku_key', keyOf(sku)))
}

/** The products for sale with these part numbers, in their sequence; undefined for each that is unknown or archived. */
export async function findParts(db: Db, skus: readonly string[]): Promise<(Product | undefined)[]> {
  shows(CATALOGUE)
  const keys = skus.filter((sku) => SKU.test(sku)).map(keyOf)
  if (keys.length === 0) return skus.map(() => undefined)
  const rows = await db
    .selectFrom('products')
    .select(productColumns)
    .where('sku_key', 'in', keys)
    .where('archived_at', 'is', null)
    .execute()
  const byKey = new Map((await toProducts(db, rows)).map((product) => [keyOf(product.sku), product]))
  return skus.map((sku) => byKey.get(keyOf(sku)))
}

/** How many price breaks the longest ladder of the products for sale has. */
export async function longestLadder(db: Db): Promise<number> {
  const breaks =
    kindOf(db) === 'sqlite' ? sql`json_array_length(prices)` : sql`json_array_length(prices::json)`
  const { rows } = await sql<{ longest: number | null }>`
    select max(${breaks}) as longest from products where archived_at is null`.execute(db)
  return Number(rows[0]?.longest ?? 1)
}

/** A product named by its id, or else by its name. */
export interface NamedProduct {
  readonly productId?: string | undefined
  readonly product?: string | undefined
}

/** What an order reads of a product, with the prices of the list. */
export interface OrderedProduct
  extends PricedProduct,
    OrderableProduct,
    Pick<Product, '_id' | 'revision' | 'sku' | 'name' | 'weight' | 'leadDays' | 'origin' | 'customsCode'> {
  /** The price breaks as they are stored: those of the list, whoever the prices are for. */
  readonly storedPrices: string
}

/** The columns of what carriers and customs ask of a product. */
const shippedColumns = ['weight_e4', 'lead_days', 'origin', 'customs_code'] as const

type ShippedRow = Pick<ProductRow, (typeof shippedColumns)[number]>

const toShipped = ({ weight_e4, lead_days, origin, customs_code }: ShippedRow) => ({
  weight: weight_e4 === null ? undefined : fromE4(weight_e4),
  leadDays: lead_days ?? undefined,
  origin: origin ?? undefined,
  customsCode: customs_code ?? undefined,
})

/** The products for sale with these names, in their sequence; undefined for each that is unknown or archived. */
export async function findNamedProducts(
  db: Db,
  named: readonly NamedProduct[],
): Promise<(OrderedProduct | undefined)[]> {
  const ids = named.flatMap(({ productId }) => (productId ? [productId] : []))
  const names = named.flatMap(({ productId, product }) => (productId || !product ? [] : [keyOf(product)]))
  const rows = await db
    .selectFrom('products')
    .select([
      'id',
      'revision',
      'sku',
      'name',
      'name_key',
      'quantity',
      'prices',
      'minimum',
      'step',
      ...shippedColumns,
    ])
    .where(({ eb, or }) =>
      or([
        ...(ids.length > 0 ? [eb('id', 'in', ids)] : []),
        ...(names.length > 0 ? [eb('name_key', 'in', names)] : []),
      ]),
    )
    .where('archived_at', 'is', null)
    .execute()
  const products = rows.map(
    ({ id, revision, sku, name, name_key, quantity, prices, minimum, step, ...shipped }) => {
      const terms = { quantity, minimum, step, prices: fieldKinds.priceBreaks.fromColumn(prices) }
      const stored = { _id: id, revision, storedPrices: prices }
      return { product: { ...stored, sku, name, ...terms, ...toShipped(shipped) }, name_key }
    },
  )
  const byId = new Map(products.map(({ product }) => [product._id, product]))
  const byName = new Map(products.map(({ product, name_key }) => [name_key, product]))
  return named.map(({ productId, product = '' }) =>
    productId ? byId.get(productId) : byName.get(keyOf(product)),
  )
}

/** What a quote reads of a product. */
export interface QuotedProduct extends OrderedProduct, Pick<Product, 'image'> {
  readonly isForSale: boolean
  /** The values of its attributes. */
  readonly facts: string
}

/**
 * The products with one of these part numbers, in any case, or of these ids. Archived ones too, but none that was never for
 * sale: nobody may learn its part number. One query for each of both.
 */
export async function findQuotedProducts(
  db: Db,
  { skus, ids }: { skus: readonly string[]; ids: readonly string[] },
): Promise<{
  bySku(sku: string): QuotedProduct | undefined
  byId(id: string): QuotedProduct | undefined
}> {
  const keys = [...new Set(skus.filter((sku) => SKU.test(sku)).map(keyOf))]
  const named = await Promise.all([quotedRows(db, 'sku_key', keys), quotedRows(db, 'id', ids)])
  const products = named.flat().map(toQuoted)
  // A product that both queries found is one object.
  const byId = new Map(products.map((product) => [product._id, product]))
  const bySku = new Map([...byId.values()].map((product) => [keyOf(product.sku), product]))
  return { bySku: (sku) => bySku.get(keyOf(sku)), byId: (id) => byId.get(id) }
}

/** Letters and digits in sequence, with one kind of mark between them: "1.6" is no "16". */
const withOneMark = (sku: string): string =>
  sku
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** The products for sale whose part numbers differ from these at most in the marks between letters and digits. One query. */
export async function findAlikeProducts(
  db: Db,
  skus: readonly string[],
): Promise<(sku: string) => readonly QuotedProduct[]> {
  const keys = new Set(skus.filter((sku) => SKU.test(sku)).map(plainPartNumber))
  const products = (await quotedRows(db, 'sku_search', [...keys])).map(toQuoted)
  const byForm = Map.groupBy(
    products.filter(({ isForSale }) => isForSale),
    ({ sku }) => withOneMark(sku),
  )
  return (sku) => byForm.get(withOneMark(sku)) ?? []
}

const toQuoted = ({
  id,
  prices,
  attributes,
  archived_at,
  ...row
}: Awaited<ReturnType<typeof quotedRows>>[number]): QuotedProduct => ({
  _id: id,
  revision: row.revision,
  sku: row.sku,
  name: row.name,
  image: row.image,
  quantity: row.quantity,
  minimum: row.minimum,
  step: row.step,
  ...toShipped(row),
  prices: fieldKinds.priceBreaks.fromColumn(prices),
  storedPrices: prices,
  isForSale: archived_at === null,
  facts: Object.values(JSON.parse(attributes)).join(' '),
})

async function quotedRows(db: Db, column: 'sku_key' | 'sku_search' | 'id', values: readonly string[]) {
  if (values.length === 0) return []
  return (
    db
      .selectFrom('products')
      .select([
        'id',
        'revision',
        'sku',
        'name',
        'image',
        'quantity',
        'prices',
        'minimum',
        'step',
        'attributes',
        'archived_at',
        ...shippedColumns,
      ])
      .where(isAmong(db, column, values))
      .where('is_unpublished', '=', 0)
      // The index of these has only what is for sale.
      .$if(column === 'sku_search', (query) => query.where('archived_at', 'is', null))
      .execute()
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
