/** More columns do not fit on a page. */
export const MAXIMUM_COMPARED = 4

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
  const given = parameters.getAll('sku').map((sku) => sku.trim())
  const skus = [...new Map(given.filter(Boolean).map((sku) => [sku.toLowerCase(), sku])).values()]
  return {
    skus: skus.slice(0, MAXIMUM_COMPARED),
    isCut: skus.length > MAXIMUM_COMPARED,
    quantity: parameters.get('quantity')?.trim() ?? '',
    onlyDifferences: parameters.get('differences') === '1',
  }
}
