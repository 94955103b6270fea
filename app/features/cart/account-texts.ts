import { MAXIMUM_CART_LINES } from './lines.ts'

/** Not in texts.ts, which every page loads. */
export const accountCartTexts = {
  notSaved: 'The cart could not be saved. Your lines stay here, and it is tried again.',
  saved: 'The cart is saved.',
  unknown: (count: number): string =>
    count === 1
      ? 'One line of the cart is no part of this shop, so it was removed.'
      : `${count} lines of the cart are no parts of this shop, so they were removed.`,
  tooManyToJoin: (count: number): string =>
    `A cart has at most ${MAXIMUM_CART_LINES} lines: ${count} of those that you collected before you signed in are not in it. They are kept in this browser.`,
} as const
