import { MAXIMUM_ORDER_LINES } from '#features/quote/limits.ts'
import { type BuyerWords, buyerWordsOf } from '#kit/notes/buyer-words.ts'

/** A part in a cart with its pieces: whole, from 0; and the words of the buyer. A cart has each part once. */
export interface CartLine extends BuyerWords {
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

/** A line of what has its members; always in this sequence, so that {@link isSame} compares lines. */
export const cartLine = ({ productId, quantity, ...words }: LineSource): CartLine => ({
  productId,
  quantity,
  ...buyerWordsOf(words),
})

type LineSource = Pick<CartLine, 'productId' | 'quantity'> & Parameters<typeof buyerWordsOf>[0]

export const byPart = (lines: CartLines): Map<string, CartLine> =>
  new Map(lines.map((line) => [line.productId, line]))

/**
 * The cart with these lines too: pieces of a part that is in it already are added to those, and words that are added count
 * instead of those that it has.
 */
export function withAdded(lines: CartLines, added: CartLines): CartLine[] {
  const all = byPart(lines)
  for (const line of added) {
    const before = all.get(line.productId)
    const quantity = (before?.quantity ?? 0) + line.quantity
    all.set(line.productId, cartLine({ ...before, ...line, quantity }))
  }
  return [...all.values()]
}
