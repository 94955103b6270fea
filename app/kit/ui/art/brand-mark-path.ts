/** The outline of the shop's mark in a square of `size`, filled by the rule `evenodd`. */
export const BRAND_MARK = {
  size: 24,
  path: 'M12 1.5L21.1 6.75V17.25L12 22.5L2.9 17.25V6.75ZM12 7a5 5 0 1 0 0 10a5 5 0 1 0 0-10Z',
} as const
