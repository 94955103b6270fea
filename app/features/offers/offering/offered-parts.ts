import type { OrderedProduct } from '#features/catalog/catalog.ts'
import { type LineProblem, linesRefusal } from '#features/orders/changing.ts'
import { toRefusal } from '#kit/server/app-error.ts'

/** A line whose part is not for sale. */
const unknownPart = (index: number): LineProblem => ({
  index,
  refusal: toRefusal('not_found'),
  field: 'productId',
  detail: 'There is no such product.',
  fix: {},
})

/** Refuses (404) lines whose parts are not for sale. */
export function refuseUnknownParts(products: readonly (OrderedProduct | undefined)[]): void {
  const unknown = products.flatMap((product, index) => (product ? [] : [unknownPart(index)]))
  if (unknown.length > 0) throw linesRefusal(unknown, true)
}
