/** The page of a customer's address book. */
export const ADDRESSES_PATH = '/dashboard/addresses'
