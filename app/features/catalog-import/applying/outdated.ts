import type { Selectable } from 'kysely'
import {
  checkProduct,
  findKnownProducts,
  findNameOwners,
  type KnownProduct,
  keyOf,
  listCategories,
} from '#features/catalog/catalog.ts'
import type { Category } from '#features/catalog/schema.ts'
import { findMissingImages } from '#features/images/images.ts'
import type { FieldChange } from '#kit/audit/field-change.ts'
import type { Schema } from '#kit/db/schema.ts'
import type { Shop } from '#kit/shop.ts'
import type { OutdatedRow } from '../schema.ts'
import '../tables.ts'

/** What applying and undoing read of a row. */
export type WrittenRow = Pick<
  Selectable<Schema['import_rows']>,
  'row' | 'sku' | 'kind' | 'product_id' | 'revision' | 'changes' | 'stock_change'
>

export const WRITTEN_COLUMNS = [
  'row',
  'sku',
  'kind',
  'product_id',
  'revision',
  'changes',
  'stock_change',
] as const

export type Direction = 'apply' | 'undo' | 'redo'

/** The changes of a row, from now to then. */
export function changesOf(row: WrittenRow, direction: Direction): FieldChange[] {
  const changes = JSON.parse(row.changes) as FieldChange[]
  const stockChange = row.stock_change
  return changes.map(({ field, from, to }) => {
    // Clamped as it was applied: only so many pieces came or went.
    if (field === 'quantity' && direction === 'undo') return { field, from: stockChange ?? 0, to: 0 }
    // Undoing failed, and it is applied again.
    if (field === 'quantity' && stockChange !== null) return { field, from: 0, to: stockChange }
    return direction === 'undo' ? { field, from: to, to: from } : { field, from, to }
  })
}

/** The rows that cannot be written, because their product, its name, its category or its picture was changed by another since. */
export async function findOutdated(
  shop: Shop,
  rows: readonly WrittenRow[],
  direction: Direction,
): Promise<OutdatedRow[]> {
  const known = await findKnownProducts(
    shop.db,
    rows.map(({ sku }) => sku),
  )
  const planned = rows.map((row) => {
    const changes = changesOf(row, direction)
    const name = changes.find(({ field }) => field === 'name')?.to
    return { row, product: known.get(keyOf(row.sku)), changes, name: name == null ? undefined : String(name) }
  })
  const isArchiving = ({ kind }: WrittenRow): boolean => direction === 'undo' && kind === 'added'
  const owners = await findNameOwners(
    shop.db,
    planned.flatMap(({ name }) => name ?? []),
  )
  // What a product had before can be put back, whatever it was.
  const images = direction !== 'undo' ? planned.flatMap(({ changes }) => imageIn(changes) ?? []) : []
  const missingImages = await findMissingImages(shop.db, images)
  const categories = new Map<string, Category>()
  if (planned.some(({ changes }) => changes.some(isCategorising)))
    for (const category of await listCategories(shop.db)) categories.set(category.slug, category)
  return planned
    .filter(({ row, product, changes, name }) => {
      if (
        direction === 'apply' && row.kind === 'added'
          ? product !== undefined
          : !isAsExpected(row, product, direction)
      )
        return true
      if (isArchiving(row)) return false
      const owner = name === undefined ? undefined : owners.get(keyOf(name))
      if (owner && owner.id !== product?.id) return true
      if (missingImages.has(imageIn(changes) ?? '')) return true
      if (!changes.some(isCategorising)) return false
      const to = Object.fromEntries(changes.flatMap(({ field, to }) => (to === null ? [] : [[field, to]])))
      const cleared = changes.flatMap(({ field, to }) => (to === null ? [[field, undefined]] : []))
      const fields = { ...product?.fields, ...to, ...Object.fromEntries(cleared) }
      return 'problems' in checkProduct({ ...fields, quantity: 0 }, categories)
    })
    .map(({ row: { row, sku } }) => ({ row, sku }))
}

function imageIn(changes: readonly FieldChange[]): string | undefined {
  const to = changes.find(({ field }) => field === 'image')?.to
  return to == null ? undefined : String(to)
}

const isCategorising = ({ field }: FieldChange): boolean => field === 'category' || field === 'attributes'

function isAsExpected(
  { product_id, revision, kind }: WrittenRow,
  product: Pick<KnownProduct, 'id' | 'revision' | 'isForSale' | 'isUnpublished'> | undefined,
  direction: Direction,
): boolean {
  // Applying makes one revision, and undoing another.
  const expected = (revision ?? 0) + REVISIONS[direction]
  if (product?.id !== product_id || product.revision !== expected) return false
  // What was added was archived when it was undone.
  return direction === 'redo' && kind === 'added'
    ? !product.isForSale && !product.isUnpublished
    : product.isForSale
}

const REVISIONS: Readonly<Record<Direction, number>> = { apply: 0, undo: 1, redo: 2 }
