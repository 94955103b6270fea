/** Where a paid order stands; an unpaid one has no status. */
export const orderStatuses = ['pending', 'shipped'] as const

export type OrderStatus = (typeof orderStatuses)[number]

/** Everything that can happen to an order. */
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

/** Where a customer's complaint at the bank stands. */
export const disputeStates = ['open', 'won', 'lost'] as const

export type DisputeState = (typeof disputeStates)[number]

/** Where the refund of money stands that came for an order and could not pay it, while it is not done. */
export const unmatchedRefunds = ['pending', 'requires_action', 'failed', 'canceled'] as const

export type UnmatchedRefund = (typeof unmatchedRefunds)[number]

/** Who did something to an order that no person did. */
export const SHOP_ACTOR = 'shop'

/** What reaching a status is called in an order's story. */
export const EVENT_OF_STATUS = { shipped: 'shipped', pending: 'reverted' } as const satisfies Record<
  OrderStatus,
  OrderEventKind
>
