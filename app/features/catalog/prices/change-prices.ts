import type { Transaction } from 'kysely'
import { firstBreak } from '#features/pricing/price-line.ts'
import { termProblems } from '#features/pricing/price-terms.ts'
import type { Actor } from '#kit/audit/audit.ts'
import type { Schema } from '#kit/db/schema.ts'
import { recordPublicChange } from '#kit/public-cache/public-changes.ts'
import type { Shop } from '#kit/shop.ts'
import { fieldKinds } from '../fields/field-kinds.ts'
import { refuseLockedCatalog } from '../products/catalog-lock.ts'
import { enteredFields, fieldChanges } from '../products/entered-fields.ts'
import { writeProducts } from '../products/product-batches.ts'
import { unknownProduct } from '../products/product-errors.ts'
import { managedColumns, type ProductRow } from '../products/product-rows.ts'
import { CATALOGUE, productTags } from '../public/tags.ts'
import type { HeldBack } from '../states.ts'

const { fromColumn } = fieldKinds.priceBreaks

/** The prices of a product in place of those that it is expected to have; both as its row has them. */
interface PriceChange {
  readonly before: string
  readonly prices: string
}

type PricedRow = Pick<ProductRow, 'archived_at' | 'is_unpublished' | 'minimum' | 'step'>

/** What is wrong with prices of a product, by its minimum and step. */
export const priceProblems = ({ minimum, step }: Pick<PricedRow, 'minimum' | 'step'>, prices: string) =>
  termProblems({ minimum, step, prices: fromColumn(prices) })

/** Why the prices of a product are not changed so, if it has `present` then. */
export function priceObstacle(
  row: PricedRow,
  { before, prices }: PriceChange,
  present: string,
): HeldBack | undefined {
  if (row.archived_at !== null && row.is_unpublished === 0) return 'archived'
  if (present !== before && present !== prices) return 'prices_changed'
  return priceProblems(row, prices).length > 0 ? 'terms_changed' : undefined
}

/**
 * Changes only the prices of a product, as a change of the product by the staff does: with its revision, its entry in the
 * history and its public answers. When there is an obstacle nothing is changed, and it is returned. Refuses an unknown product (404)
 * and a locked catalogue (409).
 */
export async function changePrices(
  trx: Transaction<Schema>,
  shop: Shop,
  {
    id,
    by,
    reason,
    ...change
  }: PriceChange & { readonly id: string; readonly by: Actor; readonly reason: string },
): Promise<HeldBack | undefined> {
  await refuseLockedCatalog(trx)
  const row = await trx
    .selectFrom('products')
    .select(managedColumns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw unknownProduct()
  const obstacle = priceObstacle(row, change, row.prices)
  if (obstacle) return obstacle
  const before = enteredFields(row)
  const prices = fromColumn(change.prices)
  const changes = fieldChanges(before, { ...before, prices, price: firstBreak(prices).price })
  if (changes.length === 0) return undefined
  await writeProducts(trx, shop, { by, event: 'changed', writes: [{ id, kind: 'changed', changes }], reason })
  recordPublicChange(trx, { tags: [...productTags([row]), CATALOGUE] })
  return undefined
}
