/** How old an open invoice is, by the days since it was to be paid: not due, 1 to 30, 31 to 60, more. */
export const OPEN_AGES = ['not_due', 'to_30', 'to_60', 'over_60'] as const
