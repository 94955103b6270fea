import type { Selectable } from 'kysely'
import type { Schema } from '#kit/db/schema.ts'
import { namedFields, type ProductColumns, type ProductFieldName } from './product-fields.ts'
import { completeTerms } from './product-terms.ts'
import type { NewProduct, Product } from './schema.ts'
import './tables.ts'

export type ProductRow = Selectable<Schema['products']>

/** The columns that a product is read from. */
export const productColumns = [
  'id',
  'revision',
  'updated_at',
  ...namedFields.map(([, { column }]) => column),
] as const

/** The key for comparing names and part numbers case-insensitively. */
export const keyOf = (text: string): string => text.trim().toLowerCase()

/** The columns that are derived from an admin's request. */
export function toRow(entered: NewProduct & { sku: string }) {
  const product = { ...entered, ...completeTerms(entered) }
  const columns = namedFields.map(([name, { column, stored }]) => [column, stored.toColumn(product[name])])
  return {
    ...(Object.fromEntries(columns) as ProductColumns),
    sku_key: keyOf(product.sku),
    name_key: keyOf(product.name),
    search_text: keyOf(`${product.name}\n${product.sku}\n${product.description}`),
  }
}

export function toProduct(row: Pick<ProductRow, (typeof productColumns)[number]>): Product {
  const fields = namedFields.map(([name, { column, stored }]) => [name, stored.fromColumn(row[column])])
  return {
    _id: row.id,
    ...(Object.fromEntries(fields) as Pick<Product, ProductFieldName>),
    revision: row.revision,
    updatedAt: new Date(row.updated_at).toISOString(),
  }
}
