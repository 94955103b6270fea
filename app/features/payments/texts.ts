/** The texts that the specification gives word for word, slips included, and a few beside them. Each stands here once. */
export const paymentTexts = {
  congrats: 'Congrats! Your payment is completed.',
  done: 'Payment successfully done.',
  toast: 'Payment Successfully',
} as const
