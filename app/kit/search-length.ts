/** How many characters a search can have, in the fields that ask for it, the addresses that keep it and the API. */
export const MAXIMUM_SEARCH_LENGTH = 200
