/** What staff may do; admins have all of them. Until somebody else can have one, all pages of staff are for admins. */
export const RIGHTS = ['orders', 'products', 'money', 'people', 'settings'] as const

export type Right = (typeof RIGHTS)[number]
