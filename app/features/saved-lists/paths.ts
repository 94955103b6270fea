/** The page of a customer's lists. */
export const SAVED_LISTS_PATH = '/dashboard/lists'

export const savedListPath = (id: string): string => `/dashboard/list/${encodeURIComponent(id)}`

/** The page of a list for whoever has its link. */
export const sharedListPath = (token: string): string => `/list/${token}`
