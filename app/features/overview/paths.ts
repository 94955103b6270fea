/** The page where an admin changes a part and its stock. */
export const managedPartPath = (productId: string): string =>
  `/dashboard/product/${encodeURIComponent(productId)}`
