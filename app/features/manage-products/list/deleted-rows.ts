import type { ListedProduct } from '../schema.ts'
import type { ProductRow } from './product-row.ts'

/** A product that was deleted from the list on this page, and the product that followed it there. */
export interface DeletedProduct {
  readonly product: ListedProduct
  readonly nextId: string | undefined
}

/** The deleted products with this one more, which is still in the list. */
export function withDeleted(
  deleted: readonly DeletedProduct[],
  list: readonly ListedProduct[],
  product: ListedProduct,
): DeletedProduct[] {
  const index = list.findIndex(({ _id }) => _id === product._id)
  const nextId = list[index + 1]?._id
  // Those that stood before it now stand before what followed it.
  const others = deleted.map((one) => (one.nextId === product._id ? { ...one, nextId } : one))
  return [...others, { product, nextId }]
}

/** The rows of the products; where one was deleted, its place offers to undo that. */
export function rowsOf(
  products: readonly ListedProduct[],
  deleted: readonly DeletedProduct[],
): readonly ProductRow[] {
  const ids = new Set(products.map(({ _id }) => _id))
  const places = (here: readonly DeletedProduct[]) =>
    here.map(({ product }): ProductRow => ({ product, deleted: true }))
  return [
    ...products.flatMap((product): ProductRow[] => [
      ...places(deleted.filter(({ nextId }) => nextId === product._id)),
      { product },
    ]),
    ...places(deleted.filter(({ nextId }) => nextId === undefined || !ids.has(nextId))),
  ]
}
