/** How many parts the lists of the overview have at most. */
export const TOP_LISTED = 10
export const LOW_LISTED = 50

/** How fast the stock of a part ends is what was sold of it in so many days, whatever period is shown. */
export const LATELY_DAYS = 30

/** A reorder point is suggested by what was sold in so many days. */
export const SOLD_DAYS = 90

/** How long new pieces take to arrive for a part without a lead time, and for how many days more there should be some. */
export const RESTOCK_DAYS = 14
export const SPARE_DAYS = 7
