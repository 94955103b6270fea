/** So many products are counted at once. */
export const COUNTED_AT_ONCE = 100
