import { sql } from 'kysely'
import { type Db, kindOf } from '#kit/db/db.ts'
import { newId } from '#kit/id.ts'
import { inParts } from '#kit/rows/in-parts.ts'
import type { Shop } from '#kit/shop.ts'
import type { CategoryChange, NewProduct } from '../schema.ts'
import { learnWords } from '../search/known-words.ts'
import { storedShape } from '../shapes/category-shape.ts'
import { attributeRows, facetsOf } from './attributes.ts'
import { hashOf, insertFile, type NewFile } from './file-content.ts'
import { toRow } from './product-rows.ts'

/** A file of the product with this part number. */
export interface FirstFile extends Omit<NewFile, 'id' | 'hash'> {
  readonly sku: string
}

interface Catalogue {
  /** Parents before their children. */
  readonly categories: readonly (CategoryChange & { readonly slug: string })[]
  /** In the sequence in which the shop lists them. */
  readonly products: readonly (NewProduct & { readonly sku: string })[]
  readonly files?: readonly FirstFile[]
}

const ROWS_AT_ONCE = 500

/**
 * Imports a catalogue into a shop that never had a product; otherwise does nothing, and does not make it. Processes that start at
 * the same time all import; slugs and part numbers are unique, so each row is inserted once.
 */
export async function addFirstProducts(
  shop: Pick<Shop, 'db' | 'now'>,
  make: () => Promise<Catalogue>,
): Promise<void> {
  const any = await shop.db.selectFrom('products').select('id').limit(1).executeTakeFirst()
  if (any) return
  const { categories, products, files = [] } = await make()
  await shop.db.transaction().execute(async (trx) => {
    // A process that starts at the same time waits for the whole import of the other.
    if (kindOf(trx) === 'postgres') await sql`set local statement_timeout = 0`.execute(trx)
    await insertCategories(trx, categories)
    const now = shop.now()
    const entered = products.map((product, index) => ({ product, at: now - index, id: newId(now - index) }))
    const rows = entered.map(({ product, at, id }) => {
      const times = { created_at: at, updated_at: at, archived_at: null }
      return { ...toRow(product), id, ...times }
    })
    const ids = new Set<string>()
    for (const some of inParts(await inSequence(trx, rows), ROWS_AT_ONCE)) {
      const inserted = await trx
        .insertInto('products')
        .values(some)
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .execute()
      for (const { id } of inserted) ids.add(id)
    }
    const facets = entered.flatMap(({ product, id }) => (ids.has(id) ? facetsOf(id, product) : []))
    for (const some of inParts(facets, ROWS_AT_ONCE))
      await trx.insertInto('product_facets').values(some).execute()
    const added = new Map(entered.flatMap(({ product, id }) => (ids.has(id) ? [[product.sku, id]] : [])))
    for (const { sku, ...file } of files) {
      const product = added.get(sku)
      if (product !== undefined) await insertFirstFile(trx, product, { ...file, id: newId(now) })
    }
    await learnWords(trx, [
      ...categories.map(({ name }) => name),
      ...products.flatMap(({ name, description }) => [name, description]),
    ])
  })
}

/**
 * The first product is the newest, because the newest is listed first. PostgreSQL numbers them as they are inserted. SQLite takes
 * them in the sequence of its search index, newest first: it would write the index out for each row that is before the last.
 */
async function inSequence<Row extends object>(trx: Db, rows: readonly Row[]) {
  if (kindOf(trx) === 'postgres') return rows.toReversed()
  const { last } = await trx
    .selectFrom('products')
    .select(({ fn }) => fn.coalesce(fn.max('listing_sequence'), sql.lit(0)).as('last'))
    .executeTakeFirstOrThrow()
  return rows.map((row, index) => ({ ...row, listing_sequence: last + rows.length - index }))
}

async function insertFirstFile(trx: Db, product: string, file: Omit<NewFile, 'hash'>): Promise<void> {
  await insertFile(trx, product, { ...file, hash: hashOf(file.content) })
  await trx
    .updateTable('products')
    .set(({ eb }) => ({ file_count: eb('file_count', '+', 1) }))
    .where('id', '=', product)
    .execute()
}

async function insertCategories(trx: Db, categories: Catalogue['categories']): Promise<void> {
  if (categories.length === 0) return
  const rows = categories.map(({ slug, name, description = null, parent = null, shape }) => ({
    slug,
    name,
    description,
    parent,
    shape: storedShape(shape),
  }))
  await trx
    .insertInto('categories')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await trx
    .insertInto('category_attributes')
    .values(categories.flatMap((category) => attributeRows(category.slug, category)))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
