import type { BuyerWords } from './buyer-words.ts'

/** How forms and texts call what the buyer calls a part. */
export const OWN_NUMBER = 'Your part number'

/** How pages, papers and mails say them, a line each. */
export const buyerWordsTexts = ({ own, note }: BuyerWords): string[] => [
  ...(own ? [`${OWN_NUMBER}: ${own}`] : []),
  ...(note ? [`Note: ${note}`] : []),
]
