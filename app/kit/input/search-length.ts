/** The maximum length of a search in characters, in fields, addresses and the API. */
export const MAXIMUM_SEARCH_LENGTH = 200

/** The search of an address, its parameter `q` or another one; empty without one. */
export const readSearch = (parameters: URLSearchParams, name = 'q'): string =>
  parameters.get(name)?.trim().slice(0, MAXIMUM_SEARCH_LENGTH) ?? ''
