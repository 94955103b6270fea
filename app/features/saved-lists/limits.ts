/** The most lists of a customer. */
export const MAXIMUM_LISTS = 100

/** Until its e-mail is verified. A request has 100 kB at most, so these lists have 1 MB. */
export const MAXIMUM_UNVERIFIED_LISTS = 10

export const LONGEST_LIST_NAME = 80
