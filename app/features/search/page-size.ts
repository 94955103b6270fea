/** The number of parts on a page of search results. */
export const RESULTS_PER_PAGE = 24
