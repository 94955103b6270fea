/** What staff may do; admins have all of them. Until somebody else can have one, all pages of staff are for admins. */
export const RIGHTS = ['orders', 'products', 'money', 'people', 'settings'] as const

export type Right = (typeof RIGHTS)[number]

/** Whether somebody is of the staff. Admins have every right, and until somebody else can have one only they are. */
export const isStaff = ({ role }: { readonly role?: string | undefined }): boolean => role === 'admin'
