/** What the address of the page asks for. */
export interface CompareAddress {
  /** The part numbers as they are written, each once, four at most. */
  readonly skus: readonly string[]
  /** The address has more part numbers than these. */
  readonly isCut: boolean
  /** The quantity as it is written; empty when there is none. */
  readonly quantity: string
  readonly onlyDifferences: boolean
}

export function readAddress(parameters: URLSearchParams): CompareAddress {
  const byKey = new Map<string, string>()
  for (const sku of parameters.getAll('sku').map((given) => given.trim())) {
    const key = sku.toLowerCase()
    if (key && !byKey.has(key)) byKey.set(key, sku)
  }
  const skus = [...byKey.values()]
  return {
    skus: skus.slice(0, MAXIMUM_COMPARED),
    isCut: skus.length > MAXIMUM_COMPARED,
    quantity: parameters.get('quantity')?.trim() ?? '',
    onlyDifferences: parameters.get('differences') === '1',
  }
}

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
