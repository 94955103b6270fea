import { ALREADY_PAID } from '#features/orders/refusals.ts'
import type { Refusal } from '#kit/problem.ts'

/** The refusals of the calls of payments, in addition to those of HTTP and of orders. */
export const paymentRefusals = {
  alreadyPaid: ALREADY_PAID,
  badSignature: { code: 'bad_signature', status: 400 },
  notPaid: { code: 'not_paid', status: 402 },
  refundRefused: { code: 'refund_refused', status: 409 },
  refundUnconfirmed: { code: 'refund_unconfirmed', status: 503 },
  tooManyDeclines: { code: 'too_many_declines', status: 429 },
  unknownPayment: { code: 'unknown_payment', status: 422 },
} as const satisfies Record<string, Refusal>
