import { type RawBuilder, type Selectable, sql } from 'kysely'
import { completeTerms } from '#features/pricing/price-terms.ts'
import { type Db, kindOf } from '#kit/db/db.ts'
import type { Schema } from '#kit/db/schema.ts'
import { shows } from '#kit/public-cache/shown.ts'
import { toIso } from '#kit/time.ts'
import { kindOfField } from '../fields/field-kinds.ts'
import {
  type AdminValues,
  namedAdminFields,
  namedFields,
  type ProductColumns,
} from '../fields/managed-fields.ts'
import { type productFields, publicFields, type ValuesOf } from '../fields/product-fields.ts'
import { picturesOf } from '../fields/stored-pictures.ts'
import { productTags } from '../public/tags.ts'
import type { ChangedProduct, NewProduct, Product, StoredProduct } from '../schema.ts'
import { searchColumns } from '../search/search-terms.ts'
import { type Described, describeProducts } from './attributes.ts'
import '../tables.ts'

export type ProductRow = Selectable<Schema['products']>

/** The columns that a product is read from for everybody. */
export const productColumns = [
  'id',
  'revision',
  'updated_at',
  'attributes',
  'file_count',
  'pictures',
  ...publicFields.map(([, { column }]) => column),
] as const

/** The columns that a product is read from for admins. */
export const managedColumns = [
  ...productColumns,
  ...namedAdminFields.map(([, { column }]) => column),
  'archived_at',
  'is_unpublished',
  'featured_at',
] as const

/** The listing sequence of a product that is listed as the newest. */
export const nextSequence = (db: Db): RawBuilder<number> =>
  kindOf(db) === 'sqlite'
    ? sql`(select coalesce(max(listing_sequence), 0) + 1 from products where archived_at is null)`
    : sql`default`

/** The key for comparing names and part numbers case-insensitively. */
export const keyOf = (text: string): string => text.trim().toLowerCase()

/** The columns that are derived from an admin's request. */
export function toRow(entered: Omit<NewProduct, 'sku'> & { sku: string }) {
  const product = { ...entered, ...completeTerms(entered) }
  const columns = namedFields.map(([name, field]) => [
    field.column,
    kindOfField(field).toColumn(product[name]),
  ])
  return {
    ...(Object.fromEntries(columns) as ProductColumns),
    sku_key: keyOf(product.sku),
    name_key: keyOf(product.name),
    attributes: JSON.stringify(entered.attributes ?? {}),
    ...searchColumns(product),
  }
}

/** The columns of a product as they are read. */
export type StoredRow = Pick<ProductRow, (typeof productColumns)[number]>

/** The columns of a product as they are read for admins. */
export type ManagedRow = Pick<ProductRow, (typeof managedColumns)[number]>

/** What only admins see of the fields of a product. */
export const toAdminValues = (row: Pick<ManagedRow, AdminColumn>): AdminValues =>
  Object.fromEntries(
    namedAdminFields.map(([name, field]) => [name, kindOfField(field).fromColumn(row[field.column])]),
  ) as AdminValues

export type AdminColumn = (typeof namedAdminFields)[number][1]['column']

/**
 * The fields of a request, with the present values of those that only admins see and that it leaves out: whoever read the
 * product where visitors read it does not know them.
 */
export const withAdminValues = <Given extends Omit<ChangedProduct, 'revision'>>(
  row: ManagedRow,
  given: Given,
): Given => ({
  ...toAdminValues(row),
  ...given,
})

/** The product without its attributes, whose labels are the category's. */
export function toStoredProduct(row: StoredRow): StoredProduct {
  const fields = publicFields.map(([name, field]) => [name, kindOfField(field).fromColumn(row[field.column])])
  return {
    _id: row.id,
    ...(Object.fromEntries(fields) as ValuesOf<typeof productFields>),
    images: picturesOf(row),
    revision: row.revision,
    updatedAt: toIso(row.updated_at),
  }
}

/** The products with their attributes, models and files, in the sequence of the rows. */
export async function toProducts(db: Db, rows: readonly StoredRow[]): Promise<Product[]> {
  shows(...productTags(rows))
  const described = await describeProducts(db, rows)
  return rows.map((row, index) => toDescribed(row, described[index]))
}

/** One product with its attributes, its model and its files. */
export async function toProduct(db: Db, row: StoredRow): Promise<Product> {
  shows(...productTags([row]))
  const [described] = await describeProducts(db, [row])
  return toDescribed(row, described)
}

function toDescribed(row: StoredRow, described: Described | undefined): Product {
  if (!described) throw new Error(`The product ${row.id} is not described.`)
  return { ...toStoredProduct(row), ...described }
}
