import { sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import { shows } from '#kit/public-cache/shown.ts'
import { sortNaturally } from '#kit/text/sort-naturally.ts'
import { type CategoryFilter, idsOfProducts } from '../categories/category-filter.ts'
import { fieldKinds } from '../fields/field-kinds.ts'
import { productColumns, toProducts } from '../products/product-rows.ts'
import { STOCK } from '../public/tags.ts'
import type { Product } from '../schema.ts'

/** A column of a category's table: `sku`, `price`, `top-price`, `quantity`, or else the key of an attribute. */
export interface ColumnSort {
  readonly column: string
  readonly isDescending: boolean
}

/** More products than this are not sorted by a column: all of them are read for it. */
export const SORTED_AT_MOST = 20_000

/**
 * Some products of a category in the sequence of a column: numbers by size, texts with their numbers by size ("M8" before
 * "M10"), products without a value last. At most {@link SORTED_AT_MOST} products can be sorted; with more the result is
 * those of an arbitrary part of them.
 */
export async function listSortedByColumn(
  db: Db,
  filter: CategoryFilter,
  sort: ColumnSort,
  { skip, limit }: { skip: number; limit: number },
): Promise<Product[]> {
  if (sort.column === 'quantity') shows(STOCK)
  const { rows } = await sql<ValueRow>`
    select products.id, sku_key, price_e4, prices, quantity, text_value, number_value
    from products left join product_facets
      on product_facets.category = products.category and key = ${sort.column} and product_id = products.id
    where products.id in (${idsOfProducts(filter)}) limit ${SORTED_AT_MOST}`.execute(db)
  return readProducts(db, sortedIds(rows, sort).slice(skip, skip + limit))
}

/** What a product is sorted by. */
export interface ValueRow {
  readonly id: string
  readonly sku_key: string
  readonly price_e4: number
  readonly prices: string
  readonly quantity: number
  readonly text_value: string | null
  readonly number_value: number | null
}

/** The ids of these rows in the sequence of a column; an attribute's values are in the rows. */
export const sortedIds = (rows: readonly ValueRow[], { column, isDescending }: ColumnSort): string[] =>
  inSequence(
    rows.map((row) => ({ id: row.id, value: valueIn(row, column) })),
    isDescending,
  )

type Value = string | number | null

function valueIn(row: ValueRow, column: string): Value {
  switch (column) {
    case 'sku':
      return row.sku_key
    case 'price':
      return row.price_e4
    case 'top-price':
      return fieldKinds.priceBreaks.fromColumn(row.prices).at(-1)?.price ?? null
    case 'quantity':
      return row.quantity
    default:
      return row.number_value ?? row.text_value
  }
}

/** The ids by their values, equal ones by id; without a value last. Each value is compared once, however many have it. */
function inSequence(rows: readonly { id: string; value: Value }[], isDescending: boolean): string[] {
  const byValue = Map.groupBy(
    rows.filter(({ value }) => value !== null),
    ({ value }) => value as string | number,
  )
  const values = sortNaturally(byValue.keys())
  if (isDescending) values.reverse()
  const groups = [
    ...values.map((value) => byValue.get(value) ?? []),
    rows.filter(({ value }) => value === null),
  ]
  return groups.flatMap((group) => group.map(({ id }) => id).sort())
}

/** The products with these ids, in their sequence. */
export async function readProducts(db: Db, ids: readonly string[]): Promise<Product[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('products').select(productColumns).where('id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return toProducts(
    db,
    ids.flatMap((id) => byId.get(id) ?? []),
  )
}
