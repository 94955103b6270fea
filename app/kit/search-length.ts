/** The maximum length of a search in characters, in fields, addresses and the API. */
export const MAXIMUM_SEARCH_LENGTH = 200
