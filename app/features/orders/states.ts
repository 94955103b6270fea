/** The statuses of a paid order; an unpaid order has none. */
export const orderStatuses = ['pending', 'shipped'] as const

export type OrderStatus = (typeof orderStatuses)[number]

/** The kinds of events of an order. */
export type OrderEventKind =
  | 'placed'
  | 'held'
  | 'paid'
  | 'shipped'
  | 'reverted'
  | 'cancelled'
  | 'lapsed'
  | 'refunded'
  | 'disputed'

/** The states of a customer's dispute at the bank. */
export const disputeStates = ['open', 'won', 'lost'] as const

export type DisputeState = (typeof disputeStates)[number]

/** The states of an unmatched payment's refund while it is not complete. */
export const unmatchedRefunds = ['pending', 'requires_action', 'failed', 'canceled'] as const

export type UnmatchedRefund = (typeof unmatchedRefunds)[number]

/** The actor of events that no user caused. */
export const SHOP_ACTOR = 'shop'

/** The event that is recorded when an order reaches a status. */
export const EVENT_OF_STATUS = { shipped: 'shipped', pending: 'reverted' } as const satisfies Record<
  OrderStatus,
  OrderEventKind
>
