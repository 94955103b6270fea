/** How many parts the lists of the overview have at most. */
export const TOP_LISTED = 10
export const LOW_LISTED = 50

/** How fast the stock of a part ends is what was sold of it in so many days, whatever period is shown. */
export const LATELY_DAYS = 30
