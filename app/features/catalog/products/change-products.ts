import { sql, type UpdateObject } from 'kysely'
import { keepImage } from '#features/images/images.ts'
import { MAXIMUM_PIECES } from '#features/pricing/quantity-terms.ts'
import { type Actor, listAudit, recordAudit } from '#kit/audit/audit.ts'
import type { FieldChange } from '#kit/audit/field-change.ts'
import type { Db } from '#kit/db/db.ts'
import { isUniqueViolation } from '#kit/db/errors.ts'
import type { Schema } from '#kit/db/schema.ts'
import { newId } from '#kit/id.ts'
import { toPictureAddress } from '#kit/input/internal-path.ts'
import { recordPublicChange } from '#kit/public-cache/public-changes.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Page, Paged } from '#kit/server/paging.ts'
import type { Shop } from '#kit/shop.ts'
import { MAIL_AFTER_MS, toIso } from '#kit/time.ts'
import { CATALOGUE, productTags, recordStockChange } from '../public/tags.ts'
import { productRefusals } from '../refusals.ts'
import type {
  ChangedProduct,
  ManagedProduct,
  NewProduct,
  Product,
  ProductEvent,
  StockChange,
} from '../schema.ts'
import { learnWords } from '../search/known-words.ts'
import { givenChanges, giveToWaiting } from '../waiting/give-to-waiting.ts'
import { checkAttributes, deleteFacets, writeFacets } from './attributes.ts'
import { refuseLockedCatalog } from './catalog-lock.ts'
import { type EnteredRow, enteredFields, fieldChanges } from './entered-fields.ts'
import { toManaged } from './find-products.ts'
import { duplicateError, type ProductNames, unknownProduct } from './product-errors.ts'
import {
  type ManagedRow,
  managedColumns,
  nextSequence,
  toProduct,
  toRow,
  withAdminValues,
} from './product-rows.ts'

type Tagged = Pick<ManagedRow, 'id' | 'category'>

interface ProductChange {
  readonly event: ProductEvent['kind']
  readonly changes?: readonly FieldChange[]
  readonly reason?: string
}

/**
 * Adds a product, for sale unless told. Refuses a part number, or for a product for sale a name, that exists already (409).
 * Generates an absent part number.
 */
export function createProduct(
  shop: Shop,
  admin: Actor,
  { forSale = true, ...given }: NewProduct,
): Promise<ManagedProduct> {
  const now = shop.now()
  const input = withPictureAddress(shop, given)
  const id = newId(now)
  const columns = toRow({ ...input, sku: input.sku ?? `P-${id.slice(-10).toUpperCase()}` })
  const row = {
    ...columns,
    id,
    revision: 1,
    created_at: now,
    updated_at: now,
    archived_at: forSale ? null : now,
    is_unpublished: forSale ? 0 : 1,
    featured_at: null,
    pictures: null,
    file_count: 0,
  }
  return inTransaction(shop, { id, ...columns }, async (trx) => {
    await checkAttributes(trx, input)
    await keepImage(trx, input.image)
    await trx.insertInto('products').values(row).execute()
    if (forSale) await show(trx, id, input)
    await record(trx, shop, admin, [row], { event: 'created', changes: changesBetween(undefined, row) })
    return toManaged(trx, row)
  })
}

/** Lets visitors find a product that is for sale: by filters, and by misspelt words of its texts. */
async function show(
  trx: Db,
  id: string,
  product: Pick<NewProduct, 'category' | 'attributes' | 'name' | 'description'>,
): Promise<void> {
  await writeFacets(trx, id, product)
  await learnWords(trx, [product.name, product.description])
}

/** Refuses (404) a product that was sold and is archived: only an unpublished one can be changed before it is for sale. */
export function refuseArchived({ archived_at, is_unpublished }: LockedRow): void {
  if (archived_at !== null && is_unpublished === 0) throw unknownProduct()
}

/**
 * Replaces all fields of a product except its stock; an absent part number stays, and so does what only admins see. Refuses
 * another revision than the current one (409 `revision_changed`, with the current product), and a part number or a name that
 * exists already (409).
 */
export function changeProduct(
  shop: Shop,
  admin: Actor,
  id: string,
  { revision, ...given }: ChangedProduct,
): Promise<ManagedProduct> {
  const input = withPictureAddress(shop, given)
  return inTransaction(shop, { id, sku: input.sku, name: input.name }, async (trx) => {
    const row = await lockProduct(trx, id)
    refuseArchived(row)
    if (row.revision !== revision) throw revisionChanged(await toManaged(trx, row))
    await checkAttributes(trx, input)
    const columns = toRow({
      ...withAdminValues(row, input),
      sku: input.sku ?? row.sku,
      quantity: row.quantity,
    })
    const changes = changesBetween(row, { ...row, ...columns })
    if (changes.length === 0) return toManaged(trx, row)
    await keepImage(trx, input.image)
    const { quantity: _, ...changed } = columns
    const after = await update(trx, shop, id, changed)
    if (row.archived_at === null) await show(trx, id, input)
    await record(trx, shop, admin, [row, { id, category: columns.category }], { event: 'changed', changes })
    return toManaged(trx, after)
  })
}

/**
 * Changes the stock by some pieces, or sets it to the counted pieces; orders that wait for some take them first. Refuses an unknown or archived product (404), another
 * revision than the current one if the request names one (409 `revision_changed`), and a stock below zero or above the
 * maximum (409).
 */
export function changeStock(shop: Shop, admin: Actor, id: string, input: StockChange): Promise<Product> {
  return inTransaction(shop, {}, async (trx) => {
    const row = await lockProduct(trx, id)
    refuseArchived(row)
    const { revision = row.revision } = input
    if (row.revision !== revision) throw revisionChanged(await toManaged(trx, row))
    const quantity = input.counted ?? row.quantity + (input.change ?? 0)
    if (quantity < 0) throw new AppError('conflict', `Only ${row.quantity} pieces are in stock.`)
    if (quantity > MAXIMUM_PIECES) throw new AppError('conflict', 'The stock would be too large.')
    const stock_corrections = sql<number>`stock_corrections + 1`
    const written = await update(trx, shop, id, { quantity, stock_corrections })
    const given = (await giveToWaiting(trx, [id], shop.now())).get(id) ?? 0
    const after = { ...written, quantity: quantity - given }
    const changed = { field: 'quantity', from: row.quantity, to: after.quantity }
    const changes = [changed, ...givenChanges(given)]
    await record(trx, shop, admin, [row], { event: 'stock', changes, reason: input.reason })
    return toProduct(trx, after)
  })
}

/**
 * Archives a product: it is no longer for sale, and its orders still show it. Soon after it was first put up for sale this
 * undoes that: it is unpublished again. Refuses archived and unknown ones (404).
 */
export function archiveProduct(shop: Shop, admin: Actor, id: string): Promise<void> {
  return inTransaction(shop, {}, async (trx) => {
    const row = await lockProduct(trx, id)
    if (row.archived_at !== null) throw unknownProduct()
    const now = shop.now()
    const is_unpublished = (await isJustPublished(trx, id, now)) ? 1 : 0
    await update(trx, shop, id, { archived_at: now, updated_at: now, is_unpublished })
    await deleteFacets(trx, id)
    await record(trx, shop, admin, [row], { event: 'archived' })
  })
}

/** Whether it was put up for sale for the first time so lately that this can still be undone. */
async function isJustPublished(trx: Db, id: string, now: number): Promise<boolean> {
  const entry = await trx
    .selectFrom('audit_entries')
    .select('id')
    .where('subject', '=', id)
    .where('kind', '=', 'product.published')
    .where('at', '>=', now - MAIL_AFTER_MS)
    .executeTakeFirst()
  return entry !== undefined
}

/**
 * Puts an archived product up for sale, again or for the first time, listed as the newest. Refuses one for sale (409), or a
 * name in use (409).
 */
export function restoreProduct(shop: Shop, admin: Actor, id: string): Promise<Product> {
  return inTransaction(shop, {}, async (trx) => {
    const row = await lockProduct(trx, id)
    if (row.archived_at === null) throw new AppError('conflict', 'This product is for sale.')
    const sameName = trx.selectFrom('products').select('id').where('name_key', '=', row.name_key)
    if (await sameName.where('archived_at', 'is', null).executeTakeFirst())
      throw await duplicateError(trx, { name: row.name })
    // Another product may have its sequence meanwhile, so it gets the next one.
    const listing_sequence = nextSequence(trx)
    const columns = { archived_at: null, is_unpublished: 0, listing_sequence }
    const after = await toProduct(trx, await update(trx, shop, id, columns))
    const { category, name, description } = after
    await show(trx, id, { category, name, description, attributes: JSON.parse(row.attributes) })
    await record(trx, shop, admin, [row], { event: row.is_unpublished === 1 ? 'published' : 'restored' })
    return after
  })
}

/** With the address by which an uploaded picture is known to be in use. */
const withPictureAddress = <Input extends { readonly image: string }>(shop: Shop, input: Input): Input => ({
  ...input,
  image: toPictureAddress(input.image, shop.config.trustedOrigins),
})

/** Runs a change in a transaction and turns a unique violation into a refusal of `names`. */
export async function inTransaction<Result>(
  shop: Shop,
  names: ProductNames,
  work: (trx: Db) => Promise<Result>,
): Promise<Result> {
  try {
    return await shop.db.transaction().execute(async (trx) => {
      await refuseLockedCatalog(trx)
      return work(trx)
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw await duplicateError(shop.db, names)
    throw error
  }
}

type LockedRow = Awaited<ReturnType<typeof lockProduct>>

/** The row of a product, archived or not, locked until the transaction ends. */
export async function lockProduct(trx: Db, id: string) {
  const row = await trx
    .selectFrom('products')
    .select([...managedColumns, 'name_key'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw unknownProduct()
  return row
}

/** Writes the columns and the next revision. */
export function update(
  trx: Db,
  shop: Shop,
  id: string,
  columns: UpdateObject<Schema, 'products'>,
): Promise<ManagedRow> {
  return trx
    .updateTable('products')
    .set({ updated_at: shop.now(), ...columns, revision: sql<number>`revision + 1` })
    .where('id', '=', id)
    .returning(managedColumns)
    .executeTakeFirstOrThrow()
}

/** Records a change of a product, with its rows before and after. */
export function record(
  trx: Db,
  shop: Shop,
  admin: Actor,
  rows: readonly [Tagged, ...Tagged[]],
  { event, ...change }: ProductChange,
): Promise<void> {
  const [{ id }] = rows
  if (event === 'stock') recordStockChange(trx, [id])
  else recordPublicChange(trx, { tags: [...productTags(rows), CATALOGUE] })
  return recordAudit(trx, { by: admin, at: shop.now(), kind: `product.${event}`, subject: id, ...change })
}

/** The fields that an admin enters and that differ. */
const changesBetween = (before: EnteredRow | undefined, after: EnteredRow): FieldChange[] =>
  fieldChanges(before && enteredFields(before), enteredFields(after))

export const revisionChanged = (product: ManagedProduct): AppError =>
  new AppError(
    productRefusals.revisionChanged,
    'This product was changed meanwhile. Check the current values and try again.',
    { product },
  )

/** What admins did to a product, newest first. Refuses an unknown one (404). */
export async function readProductHistory(db: Db, id: string, page: Page): Promise<Paged<ProductEvent>> {
  const product = await db.selectFrom('products').select('id').where('id', '=', id).executeTakeFirst()
  if (!product) throw unknownProduct()
  const history = await listAudit(db, { subjectKind: 'product', subject: id }, page)
  return {
    ...history,
    rows: history.rows.map(({ at, by, kind, changes, reason }) => ({
      at: toIso(at),
      by,
      kind: kind.replace('product.', '') as ProductEvent['kind'],
      changes: [...changes],
      ...(reason !== undefined && { reason }),
    })),
  }
}
