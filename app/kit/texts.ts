/** The texts that the specification gives word for word, slips included, and a few beside them. Each stands here once. */
export const texts = {
  brand: 'Parts Shop',
  /** While the database cannot be reached. */
  away: 'The shop cannot answer right now. Try again in a moment.',
  sandboxBanner:
    'This shop runs on sandboxes: no card is charged, mails stay on this machine for anyone to read, and anyone can sign in as anyone.',
  hero: { heading: 'Healthy Food', text: 'Grow your strength', more: 'Read More' },
  order: {
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
  },
  payment: {
    congrats: 'Congrats! Your payment is completed.',
    done: 'Payment successfully done.',
    toast: 'Payment Successfully',
  },
  product: {
    added: 'Product added successfully',
    deleted: 'Product deleted successfully',
    perPiece: 'per piece',
    minimum: 'Minimum order 100 pieces',
    soldOut: 'Sold out',
  },
  review: { posted: 'Review posted successfully' },
  users: { promoted: 'Successfully made an admin', promotionFailed: 'Failed to Make an admin' },
  profile: { nobody: 'No user is logged in', saved: 'Profile updated' },
  password: { mailed: 'Mail has been sent', changed: 'Password changed' },
  confirm: { question: 'Are you sure?', yes: 'Yes', no: 'No' },
} as const
