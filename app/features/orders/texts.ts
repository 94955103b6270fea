/** Texts that the specification quotes literally, mistakes included, and a few others. Each is written only here. */
export const orderTexts = {
  placed: 'Review posted successfully',
  cancelled: 'Order canceled successfully',
  shipped: 'Order is shipped',
  reverted: 'Order is reverted to pending',
  notPaidYet: 'Not paid yet',
  pending: 'Pending',
  shippedStatus: 'Shipped',
  paid: 'Paid',
  refunded: 'Refunded',
  partlyRefunded: 'Partly refunded',
  disputed: 'Disputed',
  disputeLost: 'Dispute lost',
  refundFailed: 'Refund failed',
  refundPending: 'Refund pending',
} as const

/** The specification's sentence for a minimum of 100, and the same for the minimum of any other product. */
export const belowMinimumText = (minimum: number): string => `Quantity should be greater then ${minimum}`
