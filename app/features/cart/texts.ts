import { MAXIMUM_CART_LINES } from './lines.ts'

export const cartTexts = {
  full: `The cart is full: it has at most ${MAXIMUM_CART_LINES} lines.`,
  notKept: 'This browser does not keep the cart: it is gone when you close the page.',
} as const
