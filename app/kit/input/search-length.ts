/** The maximum length of a search in characters, in fields, addresses and the API. */
export const MAXIMUM_SEARCH_LENGTH = 200

/** The search of an address, its parameter `q`; empty without one. */
export const readSearch = (parameters: URLSearchParams): string =>
  parameters.get('q')?.trim().slice(0, MAXIMUM_SEARCH_LENGTH) ?? ''
