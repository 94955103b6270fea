/** The texts that the specification gives word for word, slips included, and a few beside them. Each stands here once. */
export const orderTexts = {
  belowMinimum: 'Quantity should be greater then 100',
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
