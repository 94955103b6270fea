/** The most parts that can be compared at once: more columns do not fit on a page. */
export const MAXIMUM_COMPARED = 4

/** The path of the page that compares the parts with these part numbers, in their sequence. */
export function comparePath(
  skus: readonly string[],
  { quantity, onlyDifferences }: { quantity?: string | undefined; onlyDifferences?: boolean } = {},
): string {
  const parameters = new URLSearchParams(skus.map((sku) => ['sku', sku]))
  if (quantity) parameters.set('quantity', quantity)
  if (onlyDifferences) parameters.set('differences', '1')
  return `/compare${parameters.size > 0 ? `?${parameters}` : ''}`
}
