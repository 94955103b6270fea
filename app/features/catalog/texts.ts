/** Texts that the specification quotes literally, mistakes included, and a few others. Each is written only here. */
export const productTexts = {
  added: 'Product added successfully',
  deleted: 'Product deleted successfully',
  perPiece: 'per piece',
  minimum: 'Minimum order 100 pieces',
  soldOut: 'Sold out',
} as const
