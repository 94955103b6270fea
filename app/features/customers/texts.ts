export const customerTexts = {
  noSuch: 'There is no such customer',
  noSuchHint: 'The account may have been deleted.',
  noOrders: 'No orders yet',
  noOrdersHint: 'What the customer orders is listed here.',
  noAddresses: 'The address book is empty.',
  unverified: 'not confirmed',
  verified: 'confirmed',
} as const
