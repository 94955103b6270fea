import { formatCount } from '#kit/count-text.ts'

/** The texts of documents and share pictures. */
export const documentTexts = {
  dataSheet: 'Data sheet',
  partNumber: 'Part number',
  noDrawing: 'No drawing',
  attributes: 'Properties',
  prices: 'Prices in US dollars',
  fromPieces: 'From pieces',
  pricePerPiece: 'Per piece',
  total: 'Total',
  ordering: 'Ordering',
  description: 'Description',
  from: (pieces: number) => `from ${formatCount(pieces)} pieces`,
  pricesOf: (day: string) => `Prices as of ${day} (UTC)`,
} as const
