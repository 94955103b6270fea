export const customerTexts = {
  noSuch: 'There is no such customer',
  noSuchHint: 'The account may have been deleted.',
  noOrders: 'No orders yet',
  noOrdersHint: 'What the customer orders is listed here.',
  noAddresses: 'The address book is empty.',
  unverified: 'not confirmed',
  verified: 'confirmed',
  none: 'No customers yet',
  noneHint: 'Customers who order are listed here, and those whom you enter when they phone.',
  noneFound: 'No customer found',
  noneFoundHint:
    'The search looks for every word in names, e-mail addresses and companies, for phone numbers and for the number of an order.',
  entered: (name: string) => `${name} added`,
  changed: (name: string) => `${name} saved`,
  byStaff: 'Entered by staff: nobody can sign in until the customer sets a password with “Forgot password”.',
} as const
