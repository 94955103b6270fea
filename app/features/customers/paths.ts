/** The page of a customer for admins; by the id, which stays when the e-mail changes. */
export const customerPath = (userId: string): string => `/dashboard/customer/${encodeURIComponent(userId)}`

/** The page where an admin enters an order for the customer. */
export const enterOrderPath = (userId: string): string => `${customerPath(userId)}/order`
