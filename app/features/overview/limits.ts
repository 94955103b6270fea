/** How many parts the lists of the overview have at most. */
export const TOP_LISTED = 10
export const LOW_LISTED = 50
