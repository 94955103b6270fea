/** The number of parts on a page of the table. */
export const PAGE_SIZE = 50
