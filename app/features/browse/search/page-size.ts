/** The number of parts on a page of search results. */
export const PAGE_SIZE = 24
