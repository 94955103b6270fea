/** The page of the own company. */
export const COMPANY_PATH = '/dashboard/company'

/** The page of an invitation, for whoever has its link. */
export const joinPath = (token: string): string => `/join/${token}`
