/** The page on which the stocks of these products are counted. */
export const stockCountPath = (productIds: readonly string[] = []): string => {
  const query = new URLSearchParams(productIds.map((id) => ['part', id]))
  return `/dashboard/stockcount${productIds.length > 0 ? `?${query}` : ''}`
}
