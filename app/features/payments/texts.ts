/** Texts that the specification prescribes word for word, mistakes included. Each is defined only here. */
export const paymentTexts = {
  congrats: 'Congrats! Your payment is completed.',
  done: 'Payment successfully done.',
  toast: 'Payment Successfully',
} as const
