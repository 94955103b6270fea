/** The path of a part's page. Paths of pages are in lower case, escapes too; part numbers are found in any case. */
export const partPath = (sku: string): string => `/part/${encodeURIComponent(sku).toLowerCase()}`

/** The path of a part's order page. */
export const orderPath = (productId: string): string => `/order/${encodeURIComponent(productId)}`

/** The path of a category's page. The slug can also be any text of an address, which never leads to another path. */
export const categoryPath = (slug: string): string => `/parts/${encodeURIComponent(slug)}`
