import type { Refusal } from '#kit/problem.ts'

/** A refusal of payments, which the table of transitions has: see `transitions`. */
export const ALREADY_PAID = { code: 'already_paid', status: 409 } as const satisfies Refusal

/** The refusals of the calls of orders, besides those of HTTP. */
export const orderRefusals = {
  /** Somebody of the company that it is for has to approve it first. */
  approvalWaiting: { code: 'approval_waiting', status: 409 },
  /** Pieces of it are not in stock yet. */
  backordered: { code: 'backordered', status: 409 },
  belowMinimum: { code: 'below_minimum', status: 422 },
  /** The shop takes no orders of this company. */
  blocked: { code: 'blocked', status: 403 },
  disputed: { code: 'disputed', status: 409 },
  exceedsLeft: { code: 'exceeds_left', status: 409 },
  offStep: { code: 'off_step', status: 422 },
  outOfStock: { code: 'out_of_stock', status: 409 },
  /** The order would pass the credit of its company, or the company has none: it pays by card. */
  noTerms: { code: 'no_terms', status: 409 },
  overCredit: { code: 'over_credit', status: 409 },
  /** What an approver may not approve: above the own limit, and the own order. */
  overLimit: { code: 'over_limit', status: 403 },
  ownOrder: { code: 'own_order', status: 403 },
  priceChanged: { code: 'price_changed', status: 409 },
  refunded: { code: 'refunded', status: 409 },
  tooManyCancelled: { code: 'too_many_cancelled', status: 409 },
  tooManyUnpaid: { code: 'too_many_unpaid', status: 409 },
  tooMuchHeld: { code: 'too_much_held', status: 409 },
  /** More money than is open of an order on account. */
  tooMuch: { code: 'too_much', status: 409 },
  unknownCustomer: { code: 'unknown_customer', status: 404 },
  unpaid: { code: 'unpaid', status: 409 },
} as const satisfies Record<string, Refusal>

/** Why pieces of an order are not shipped or their shipment is not cancelled. */
export const shippingRefusals = [
  'not_found',
  orderRefusals.unpaid,
  orderRefusals.approvalWaiting,
  orderRefusals.refunded,
  orderRefusals.disputed,
  orderRefusals.exceedsLeft,
  orderRefusals.backordered,
  'conflict',
] as const
