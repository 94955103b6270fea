/** The periods that the page offers, in days. */
export const periods = [7, 30, 90, 365] as const

export type Days = (typeof periods)[number]

const USUAL: Days = 30

/** The period of an address; 30 days unless it names another one. */
export const readDays = (search: URLSearchParams): Days =>
  periods.find((days) => String(days) === search.get('days')) ?? USUAL

/** The query of a period with its question mark; empty for the usual one. */
export const writeDays = (days: Days): string => (days === USUAL ? '' : `?days=${days}`)
