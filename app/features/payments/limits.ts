import type { TextLimits } from '#kit/input/contact-rules.ts'

/** Why an admin refunds, for other admins. */
export const REFUND_REASON: TextLimits = { what: 'The reason', minimum: 1, maximum: 200 }

/** What the customer reads about a refund. */
export const REFUND_MESSAGE: TextLimits = { what: 'The message', minimum: 0, maximum: 500 }

/** What the bank says of a transfer. */
export const RECEIPT_REFERENCE: TextLimits = { what: 'The reference', minimum: 1, maximum: 140 }
