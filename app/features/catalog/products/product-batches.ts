import { sql, type Transaction } from 'kysely'
import { keepImages } from '#features/images/images.ts'
import { MAXIMUM_PIECES } from '#features/pricing/quantity-terms.ts'
import { type Actor, recordAudit } from '#kit/audit/audit.ts'
import type { FieldChange } from '#kit/audit/field-change.ts'
import type { Db } from '#kit/db/db.ts'
import type { Schema } from '#kit/db/schema.ts'
import { isAmong } from '#kit/input/search.ts'
import type { Shop } from '#kit/shop.ts'
import { kindOfField } from '../fields/field-kinds.ts'
import { namedFields } from '../fields/managed-fields.ts'
import type { NewProduct, ProductEvent } from '../schema.ts'
import { learnWords } from '../search/known-words.ts'
import { givenChanges, giveToWaiting } from '../waiting/give-to-waiting.ts'
import { facetsOf } from './attributes.ts'
import { type EnteredFields, enteredFields } from './entered-fields.ts'
import {
  keyOf,
  type ManagedRow,
  managedColumns,
  nextSequence,
  type ProductRow,
  toRow,
} from './product-rows.ts'

/** A write of one product, for {@link writeProducts}. The fields get the values in `to` of the changes. */
export interface ProductWrite {
  readonly id: string
  /** `added`: a new product. `archived`: no longer for sale. `restored`: an archived one. These two have no changes. */
  readonly kind: 'added' | 'changed' | 'archived' | 'restored'
  readonly changes: readonly FieldChange[]
}

interface Batch {
  readonly by: Actor
  readonly event: ProductEvent['kind']
  readonly writes: readonly ProductWrite[]
  /** What the history says of why. */
  readonly reason?: string
}

/**
 * Writes products that were checked before, each as a revision with its entry in the history, while the transaction's caller
 * has locked the catalogue. A changed quantity is a difference to the stock, which stays between none and the most that the shop
 * can hold: orders may have taken pieces meanwhile, and orders that wait for pieces take them first. Returns by how many pieces the stock of each changed. The caller
 * records what public answers show of it.
 */
export async function writeProducts(
  trx: Transaction<Schema>,
  shop: Shop,
  { by, event, writes, reason }: Batch,
): Promise<ReadonlyMap<string, number>> {
  const at = shop.now()
  const ofKind = (kind: ProductWrite['kind']) => writes.filter((write) => write.kind === kind)
  const locked = await lockRows(
    trx,
    writes.filter(({ kind }) => kind !== 'added').map(({ id }) => id),
  )
  const lockedOf = (kind: ProductWrite['kind']) => {
    const ids = new Set(ofKind(kind).map(({ id }) => id))
    return locked.filter(({ id }) => ids.has(id))
  }
  await keepImages(trx, imagesIn(writes))
  await insertProducts(trx, at, ofKind('added'))
  await archiveProducts(trx, at, lockedOf('archived'))
  await restoreProducts(trx, at, lockedOf('restored'))
  const changed = await changeProducts(trx, at, { rows: lockedOf('changed'), writes })
  const more = changed.filter(({ stockChange }) => stockChange > 0)
  const given = await giveToWaiting(
    trx,
    more.map(({ id }) => id),
    at,
  )
  await recordAudit(
    trx,
    ...writes.map(({ id, changes }) => {
      const made = withGiven(changed.find((each) => each.id === id)?.changes ?? changes, given.get(id) ?? 0)
      const entry = { by, at, kind: `product.${event}` as const, subject: id, changes: made }
      return reason === undefined ? entry : { ...entry, reason }
    }),
  )
  return new Map(changed.map(({ id, stockChange }) => [id, stockChange]))
}

/** As they are after orders took what they waited for. */
const withGiven = (changes: readonly FieldChange[], given: number): readonly FieldChange[] => [
  ...changes.map((change) =>
    change.field === 'quantity' ? { ...change, to: Number(change.to) - given } : change,
  ),
  ...givenChanges(given),
]

const imagesIn = (writes: readonly ProductWrite[]): string[] =>
  writes.flatMap(({ changes }) =>
    changes.flatMap(({ field, to }) => (field === 'image' && typeof to === 'string' ? [to] : [])),
  )

const newValues = (changes: readonly FieldChange[]): EnteredFields =>
  Object.fromEntries(changes.map(({ field, to }) => [field, to]))

async function insertProducts(trx: Db, at: number, writes: readonly ProductWrite[]): Promise<void> {
  if (writes.length === 0) return
  const added = writes.map(({ id, changes }) => ({ id, product: asProduct(newValues(changes)) }))
  const meta = { revision: 1, created_at: at, updated_at: at, archived_at: null }
  const rows = added.map(({ id, product }) => ({ ...toRow(product), ...meta, id }))
  await trx.insertInto('products').values(rows).execute()
  const facets = added.flatMap(({ id, product }) => facetsOf(id, product))
  if (facets.length > 0) await trx.insertInto('product_facets').values(facets).execute()
  await learnWords(
    trx,
    rows.flatMap(({ name, description }) => [name, description]),
  )
}

/** The fields as a request has them, without nulls. */
const asProduct = (fields: EnteredFields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Omit<
    NewProduct,
    'sku'
  > & { sku: string }

async function archiveProducts(trx: Db, at: number, rows: readonly ManagedRow[]): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await trx
    .updateTable('products')
    .set({ archived_at: at, updated_at: at, revision: sql<number>`revision + 1` })
    .where(isAmong(trx, 'id', ids))
    .execute()
  await trx
    .deleteFrom('product_facets')
    .where(isAmong(trx, 'product_id', ids))
    .execute()
}

async function restoreProducts(trx: Db, at: number, rows: readonly ManagedRow[]): Promise<void> {
  const revision = sql<number>`revision + 1`
  // One after the other: each has the next sequence.
  for (const { id } of rows)
    await trx
      .updateTable('products')
      .set({ archived_at: null, updated_at: at, revision, listing_sequence: nextSequence(trx) })
      .where('id', '=', id)
      .execute()
  const facets = rows.flatMap((row) => facetsOf(row.id, asProduct(enteredFields(row))))
  if (facets.length > 0) await trx.insertInto('product_facets').values(facets).execute()
}

/**
 * All products of a batch at once, whatever is written of them, in the sequence of their ids, as orders lock them: in several
 * passes a batch would wait for an order that waits for the batch.
 */
async function lockRows(trx: Db, ids: readonly string[]): Promise<ManagedRow[]> {
  if (ids.length === 0) return []
  return trx
    .selectFrom('products')
    .select(managedColumns)
    .where(isAmong(trx, 'id', ids))
    .orderBy('id')
    .forUpdate()
    .execute()
}

type Column = keyof ProductRow

interface ChangedProduct {
  readonly id: string
  readonly columns: ReadonlyMap<Column, unknown>
  readonly fields: EnteredFields
  /** As they were made: the stock may be another than when the change was prepared. */
  readonly changes: readonly FieldChange[]
  readonly stockChange: number
}

async function changeProducts(
  trx: Db,
  at: number,
  { rows, writes }: { readonly rows: readonly ManagedRow[]; readonly writes: readonly ProductWrite[] },
): Promise<ChangedProduct[]> {
  if (rows.length === 0) return []
  const changesOf = new Map(writes.map(({ id, changes }) => [id, changes]))
  const changed = rows.map((row) => changedProduct(row, changesOf.get(row.id) ?? []))
  // Only what changes is written: the database indexes texts again whenever they are written.
  const alike = Map.groupBy(changed, ({ columns }) => [...columns.keys()].join(' '))
  for (const group of alike.values()) await updateProducts(trx, at, group)
  await replaceFacets(
    trx,
    changed.filter(({ columns }) => columns.has('category') || columns.has('attributes')),
  )
  const worded = changed.filter(({ columns }) => columns.has('search_text'))
  await learnWords(
    trx,
    worded.flatMap(({ fields }) => [String(fields.name), String(fields.description)]),
  )
  return changed
}

function changedProduct(row: ManagedRow, given: readonly FieldChange[]): ChangedProduct {
  const changes = given.map((change) => (change.field === 'quantity' ? stockChangeOf(row, change) : change))
  const fields = { ...enteredFields(row), ...newValues(changes) }
  const columns = new Map<Column, unknown>()
  const names = new Set(changes.map(({ field }) => field))
  for (const [name, field] of namedFields)
    if (names.has(name)) columns.set(field.column, kindOfField(field).toColumn(fields[name]))
  if (names.has('attributes')) columns.set('attributes', JSON.stringify(fields.attributes ?? {}))
  if (names.has('name') || names.has('description')) {
    const { name_key, search_text, search_words } = toRow(asProduct(fields))
    for (const [column, value] of Object.entries({ name_key, search_text, search_words }))
      columns.set(column as Column, value)
  }
  const stockChange = Number(fields.quantity) - row.quantity
  return { id: row.id, columns, fields, changes, stockChange }
}

function stockChangeOf({ quantity }: ManagedRow, { field, from, to }: FieldChange): FieldChange {
  const wanted = quantity + Number(to) - Number(from)
  return { field, from: quantity, to: Math.min(Math.max(wanted, 0), MAXIMUM_PIECES) }
}

/** PostgreSQL does not derive the types of parameters in `values`. Those that are not of a field are texts. */
const TYPES: Readonly<Partial<Record<Column, string>>> = Object.fromEntries(
  namedFields.map(([, field]) => [field.column, kindOfField(field).columnType]),
)

async function updateProducts(trx: Db, at: number, group: readonly ChangedProduct[]): Promise<void> {
  const columns = [...(group[0]?.columns.keys() ?? [])]
  if (columns.length === 0) return
  const rows = group.map(
    (each) => sql`(${sql.join([each.id, ...columns.map((name) => each.columns.get(name))])})`,
  )
  const assigned = columns.map((name, index) => {
    const type = sql.raw(TYPES[name] ?? 'text')
    // Both databases name the columns of `values` so.
    return sql`${sql.ref(name)} = cast(${sql.ref(`column${index + 2}`)} as ${type})`
  })
  if (columns.includes('quantity')) assigned.push(sql`stock_corrections = stock_corrections + 1`)
  await sql`
    update products set ${sql.join(assigned)}, revision = revision + 1, updated_at = ${at}
    from (values ${sql.join(rows)}) as written where products.id = column1`.execute(trx)
}

async function replaceFacets(trx: Db, changed: readonly ChangedProduct[]): Promise<void> {
  if (changed.length === 0) return
  const ids = changed.map(({ id }) => id)
  await trx
    .deleteFrom('product_facets')
    .where(isAmong(trx, 'product_id', ids))
    .execute()
  const facets = changed.flatMap(({ id, fields }) => facetsOf(id, asProduct(fields)))
  if (facets.length > 0) await trx.insertInto('product_facets').values(facets).execute()
}

/** A product as an import compares it with a row. */
export interface KnownProduct {
  readonly id: string
  readonly revision: number
  readonly isForSale: boolean
  /** It was never for sale. */
  readonly isUnpublished: boolean
  readonly fields: EnteredFields
}

/** The products with these part numbers, archived ones too, by {@link keyOf}. */
export async function findKnownProducts(
  db: Db,
  skus: readonly string[],
): Promise<ReadonlyMap<string, KnownProduct>> {
  const rows = await db
    .selectFrom('products')
    .select([...managedColumns, 'sku_key'])
    .where(isAmong(db, 'sku_key', skus.map(keyOf)))
    .execute()
  return new Map(
    rows.map((row) => {
      const { id, revision, archived_at, is_unpublished } = row
      const [isForSale, isUnpublished] = [archived_at === null, is_unpublished === 1]
      return [row.sku_key, { id, revision, isForSale, isUnpublished, fields: enteredFields(row) }]
    }),
  )
}

/** The part numbers of the products for sale with these names, by {@link keyOf}. */
export async function findNameOwners(
  db: Db,
  names: readonly string[],
): Promise<ReadonlyMap<string, { readonly id: string; readonly sku: string }>> {
  if (names.length === 0) return new Map()
  const rows = await db
    .selectFrom('products')
    .select(['id', 'sku', 'name_key'])
    .where('archived_at', 'is', null)
    .where(isAmong(db, 'name_key', names.map(keyOf)))
    .execute()
  return new Map(rows.map(({ id, sku, name_key }) => [name_key, { id, sku }]))
}
