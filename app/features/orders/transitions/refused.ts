import { ALREADY_PAID, orderRefusals } from '../refusals.ts'
import type { Refused } from './transition.ts'

/** What is said where an action is refused. */

export const conflict = (says: string): Refused => ({ code: 'conflict', says })
export const paid = (says: string): Refused => ({ code: ALREADY_PAID, says })
export const unpaid = (says: string): Refused => ({ code: orderRefusals.unpaid, says })
export const notFound = (says: string): Refused => ({ code: 'not_found', says })

export const NO_ORDER = notFound('There is no such order.')
export const NO_SHIPMENT = notFound('The order has no such shipment.')
export const NONE_CANCELLED = notFound('No such shipment of the order was cancelled.')
export const IS_PAID = paid('The order is paid already.')
export const LINES_ARE_PAID = paid('The order is paid or being paid, so its lines can no longer be changed.')
export const WAITS: Refused = {
  code: orderRefusals.approvalWaiting,
  says: 'The order waits until somebody of its company approves it.',
}
export const DOES_NOT_WAIT = conflict('The order does not wait for an approval any more.')
export const HOLD_IS_OVER = conflict('The hold of this order is over.')
export const IS_SHIPPED = conflict('The order is shipped already, at least in part, so it cannot be changed.')
export const NEVER_PAID = conflict(
  'The order was cancelled before it was paid, so no money of it can go back.',
)
export const NOT_PAID_YET = unpaid('The order is not paid yet, so it cannot be shipped.')
export const NOT_PAID = unpaid('The order is not paid, so no money of it went back.')
export const HAS_NO_HOLD = conflict('The order is on account, so no hold of it ends.')
export const BY_INVOICE = conflict('The order is on account: its company pays the invoice.')
export const NOT_ON_ACCOUNT = conflict('The order is not on account, or not approved yet.')
export const ALL_IS_THERE: Refused = {
  code: orderRefusals.tooMuch,
  says: 'All of the money of this order is there already.',
}

/** An order on account is changed and cancelled as an unpaid one is, as long as it is only an order. */
export const NOT_BILLED = {
  invoiced: conflict('The invoice of this order is issued: credit what is not to be paid.'),
  received: conflict('Money for this order was received. Take back what was recorded by mistake first.'),
} as const

export const NOT_INVOICED = {
  uninvoiced: conflict(
    'The order is on account and has no invoice yet: that is issued when all of it is shipped.',
  ),
} as const

/** Whose money went back, or whoever loses the dispute, would lose the pieces too. */
export const CANNOT_SHIP = {
  stopped: {
    code: orderRefusals.refunded,
    says: 'The money of this order went back, so it cannot be shipped.',
  },
  disputed: {
    code: orderRefusals.disputed,
    says: 'The payment of this order is disputed at the bank. Ship it only if you mean to, despite the dispute.',
  },
} as const

export const ALL_IS_KEPT = conflict('No money of this order went back, so its pieces are to be shipped.')
export const IS_BEGUN = conflict(
  'The order is shipped already, at least in part, so it can no longer be cancelled.',
)
