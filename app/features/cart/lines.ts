import { MAXIMUM_ORDER_LINES } from '#features/quote/limits.ts'

/** A part in a cart with its pieces: whole, from 0. A cart has each part once. */
export interface CartLine {
  readonly productId: string
  readonly quantity: number
}

export type CartLines = readonly CartLine[]

/** As many as an order can have. */
export const MAXIMUM_CART_LINES = MAXIMUM_ORDER_LINES

/** The cart of this browser: a visitor's in its storage, a customer's at the shop. */
export interface Cart {
  readonly lines: CartLines
  /** `failed`: the shop cannot be asked, or a change cannot be saved. It is tried again, and the lines stay. */
  readonly state: 'loading' | 'ready' | 'failed'
}

/** Returns the lines after the change; it can be called again with lines that have changed elsewhere meanwhile. */
export type CartChange = (lines: CartLines) => CartLines

export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The quantities by product, in the sequence of the lines. */
export const quantitiesOf = (lines: CartLines): Map<string, number> =>
  new Map(lines.map(({ productId, quantity }) => [productId, quantity]))

export const toLines = (quantities: ReadonlyMap<string, number>): CartLine[] =>
  Array.from(quantities, ([productId, quantity]) => ({ productId, quantity }))

/** The cart with these lines too: pieces of a part that is in it already are added to those. */
export function withAdded(lines: CartLines, added: CartLines): CartLine[] {
  const quantities = quantitiesOf(lines)
  for (const { productId, quantity } of added)
    quantities.set(productId, (quantities.get(productId) ?? 0) + quantity)
  return toLines(quantities)
}
