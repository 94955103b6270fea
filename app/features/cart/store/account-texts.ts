import { linesText } from '#kit/text/count-text.ts'
import { MAXIMUM_CART_LINES } from '../lines.ts'

/** Not in texts.ts, which every page loads. */
export const accountCartTexts = {
  notSaved: 'The cart could not be saved. Your lines stay here, and the shop tries again.',
  saved: 'The cart is saved.',
  unknown: (count: number): string =>
    count === 1
      ? 'The shop does not know a part in your cart, so it was removed.'
      : `The shop does not know ${count} parts in your cart, so they were removed.`,
  tooManyToJoin: (count: number): string =>
    `A cart has at most ${MAXIMUM_CART_LINES} lines. Not added, but kept in this browser: ${linesText(count)} from before you signed in.`,
} as const
