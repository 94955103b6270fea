/** The texts that the specification gives word for word, slips included, and a few beside them. Each stands here once. */
export const productTexts = {
  added: 'Product added successfully',
  deleted: 'Product deleted successfully',
  perPiece: 'per piece',
  minimum: 'Minimum order 100 pieces',
  soldOut: 'Sold out',
} as const
