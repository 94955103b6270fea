/** The fewest pieces that any product is sold in. A product's own minimum can be larger; the tables check both. */
export const MINIMUM_ORDER_PIECES = 100

/** The most pieces of one product that the shop can hold. */
export const MAXIMUM_PIECES = 1_000_000_000

/** Which quantities of a product can be ordered: from `minimum` pieces up, in multiples of `step`. */
export interface QuantityTerms {
  readonly minimum: number
  readonly step: number
}

/** The terms together with the pieces in stock. */
export interface OrderableProduct extends QuantityTerms {
  readonly quantity: number
}

/** The smallest multiple of the step that is not below so many pieces. */
export const upToStep = (pieces: number, step: number): number => Math.ceil(pieces / step) * step

/** The smallest minimum that a product sold in steps can have. */
export const smallestMinimum = (step: number): number => upToStep(MINIMUM_ORDER_PIECES, step)

export type QuantityProblem = 'below_minimum' | 'off_step' | 'out_of_stock'

/** Why so many pieces cannot be ordered; undefined when they can. */
export function quantityProblem(product: OrderableProduct, quantity: number): QuantityProblem | undefined {
  if (quantity < product.minimum) return 'below_minimum'
  if (quantity % product.step !== 0) return 'off_step'
  return quantity > product.quantity ? 'out_of_stock' : undefined
}

/** The problem as people are told it: the stock is the reason when no step of so many pieces is left. */
export function quantityReason(product: OrderableProduct, quantity: number): QuantityProblem | undefined {
  const problem = quantityProblem(product, quantity)
  return problem === 'off_step' && quantity > product.quantity ? 'out_of_stock' : problem
}

/** The most pieces that can be ordered now; undefined when too few are left. */
export function largestOrderable({ quantity, minimum, step }: OrderableProduct): number | undefined {
  const largest = quantity - (quantity % step)
  return largest < minimum ? undefined : largest
}

/** The orderable quantities next to one that is no multiple of the step, the smaller first. */
export function stepsAround({ step }: QuantityTerms, quantity: number): [below: number, above: number] {
  const below = quantity - (quantity % step)
  return [below, below + step]
}

/** Too few pieces are left for anyone to order. */
export const isSoldOut = (product: OrderableProduct): boolean => largestOrderable(product) === undefined

/** Below so many times the minimum the shop shows how many pieces are left. */
const LOW_STOCK_MINIMUMS = 5

/** Pieces can be ordered, but not many more. */
export const isLowStock = (product: OrderableProduct): boolean =>
  !isSoldOut(product) && product.quantity < LOW_STOCK_MINIMUMS * product.minimum
