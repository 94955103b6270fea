/** Texts that the specification prescribes word for word, mistakes included. Each is defined only here. */
export const paymentTexts = {
  congrats: 'Congrats! Your payment is completed.',
  done: 'Payment successfully done.',
  toast: 'Payment Successfully',
} as const

/** What whoever pays gets for it. */
export const proofTexts = {
  mail: 'A mail confirms it, and the invoice is on the page of your order.',
  receipt: 'This page shows a receipt, to read again and to print.',
} as const

/** The texts of receipts for whoever paid by a link. */
export const receiptTexts = {
  receipt: 'Receipt',
  title: (number: string) => `Receipt for order ${number}`,
  address: 'Address of the receipt',
  keep: 'Keep the address: this page ends an hour after the payment, the receipt 90 days after it.',
  pdf: 'Receipt (PDF)',
  paid: 'This order is paid.',
  refunded: 'Refunded: all of the money went back.',
  partlyRefunded: (amount: string, total: string) => `Partly refunded: ${amount} of ${total} went back.`,
  chargedBack: 'The payment was charged back by the bank.',
  partlyChargedBack: (amount: string, paid: string) =>
    `${amount} of the ${paid} that were paid were charged back by the bank.`,
  ends: 'Whoever has the address of this page can read it until 90 days after the payment. Save the PDF to keep it longer.',
  dead: 'The address may be incomplete, or the receipt has ended: it can be read for 90 days after the payment. Ask whoever sent you the payment link for the invoice.',
} as const

/** Why a cardholder disputes, by the words of the payment provider. */
const DISPUTE_REASONS: Readonly<Record<string, string>> = {
  bank_cannot_process: 'The bank could not process the payment',
  check_returned: 'A check was returned',
  credit_not_processed: 'Says that a refund was promised and not made',
  customer_initiated: 'Asked the bank for the money',
  debit_not_authorized: 'Says that they did not allow the debit',
  duplicate: 'Says that they paid twice',
  fraudulent: 'Says that they did not make this payment',
  general: 'No reason is given',
  incorrect_account_details: 'The account details were wrong',
  insufficient_funds_check: 'There was not enough money on the account',
  product_not_received: 'Says that the goods did not arrive',
  product_unacceptable: 'Says that the goods are faulty or not as described',
  subscription_canceled: 'Says that a subscription was cancelled',
  unrecognized: 'Does not recognize the payment',
}

export const disputeReasonText = (reason: string): string =>
  DISPUTE_REASONS[reason] ?? reason.replaceAll('_', ' ')
