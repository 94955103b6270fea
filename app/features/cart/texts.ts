import { MAXIMUM_CART_LINES } from './lines.ts'

/** The toast that says whether the cart is kept: the next such message replaces it. */
export const CART_TOAST = 'cart'

export const cartTexts = {
  full: `The cart is full: it has at most ${MAXIMUM_CART_LINES} lines.`,
  notKept: 'This browser does not keep the cart: it is gone when you close the page.',
} as const
