/** The list of customers. */
export const CUSTOMERS_PATH = '/dashboard/customers'

/** Where staff enter a new customer. */
export const NEW_CUSTOMER_PATH = `${CUSTOMERS_PATH}/new`

/** The page of a customer for admins; by the id, which stays when the e-mail changes. */
export const customerPath = (userId: string): string => `/dashboard/customer/${encodeURIComponent(userId)}`

/** The page where an admin enters an order for the customer. */
export const enterOrderPath = (userId: string): string => `${customerPath(userId)}/order`
