export const customerTexts = {
  noSuch: 'There is no such customer',
  noSuchHint: 'The account may have been deleted.',
  noOrders: 'No orders yet',
  noOrdersHint: 'What the customer orders is listed here.',
  noAddresses: 'The address book is empty.',
  unverified: 'not confirmed',
  verified: 'confirmed',
  none: 'No customers yet',
  noneHint: 'Who orders is listed here, and whom you enter when somebody phones.',
  noneFound: 'No customer found',
  noneFoundHint:
    'The search looks for every word in names, e-mail addresses and companies, for phone numbers and for the number of an order.',
  entered: (name: string) => `${name} is entered`,
  changed: (name: string) => `${name} is changed`,
  byStaff: 'Entered by staff: nobody can sign in until the e-mail is confirmed by a new password.',
} as const
