/** The limits of what staff know of a customer, also for pages. */
export const TAG = { what: 'A tag', minimum: 1, maximum: 40 } as const

export const MAXIMUM_TAGS = 20

/** How the list of customers can be sorted; the first unless told. */
export const CUSTOMER_SORTS = ['last', 'newest', 'name', 'orders', 'revenue'] as const

export type CustomerSort = (typeof CUSTOMER_SORTS)[number]
