/** The number of parts on a page of the list. */
export const PAGE_SIZE = 12
