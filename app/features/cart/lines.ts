/** A part in a cart with its pieces: whole, from 0. A cart has each part once. */
export interface CartLine {
  readonly productId: string
  readonly quantity: number
}

/** As many as an order can have. */
export const MAXIMUM_CART_LINES = 200
