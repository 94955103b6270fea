import { piecesText } from '#kit/text/count-text.ts'

/** The texts of putting pieces back to stock. */
export const restockTexts = {
  allGone: 'The money of this order went back. These pieces are neither shipped nor for sale.',
  partGone:
    'A part of the money went back. Name the pieces that are not to be shipped any more, if there are any.',
  none: 'Name at least one piece that is left.',
  question: (number: string) =>
    `They are for sale at once, and no longer part of what order ${number} ships. It cannot be undone.`,
  done: (pieces: number) => `${piecesText(pieces)} ${pieces === 1 ? 'is' : 'are'} back in stock`,
} as const
