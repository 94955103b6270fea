/** So many products are planned, or taken from the plan, by one call. */
export const PLANNED_AT_ONCE = 100

/** So many plans there are at most. */
export const MOST_PLANS = 10_000

/** The last day that can be planned: so many years from now. */
export const FURTHEST_YEARS = 5
