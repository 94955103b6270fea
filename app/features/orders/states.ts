/** The statuses of a paid order; an unpaid order has none. */
export const orderStatuses = ['pending', 'shipped'] as const

export type OrderStatus = (typeof orderStatuses)[number]

/** How far a pending order is shipped, once it is in part. */
export const orderProgress = ['partly_shipped'] as const

export type OrderProgress = (typeof orderProgress)[number]

/**
 * What a list of orders can be filtered by. `waiting`: unpaid, and nobody of its company has approved it. `lapsing`: unpaid, and
 * the hold ends within a day. `pending` are also those that are partly shipped; `to_ship` are those of them that can ship: without
 * those whose money went back, by refunds and lost disputes.
 * `to_ship_today` were promised to ship today, in the time zone of the settings, `late` before.
 * `to_answer` are those about which a message of the customer waits for an answer.
 * `refunded` is all of the money, `partly_refunded` a part; `with_refund` are those of which any money went back, also if it came
 * again: those with a credit note too. `disputed` are those with an open dispute; `cancelled` also those that lapsed.
 */
export const orderFilters = [
  'unpaid',
  'waiting',
  'lapsing',
  ...orderStatuses,
  ...orderProgress,
  'to_ship',
  'to_ship_today',
  'late',
  'to_answer',
  'with_refund',
  'partly_refunded',
  'refunded',
  'disputed',
  'cancelled',
] as const

/** What the days are of that a list of orders is filtered by. */
export const DAYS_OF = ['placed', 'money'] as const

/**
 * The sequences of the list besides the newest first. `ships`: what is not shipped, by the day on which it was promised to ship;
 * `sum`: the largest first.
 */
export const orderSorts = ['ships', 'oldest', 'sum'] as const

export type OrderSort = (typeof orderSorts)[number]

/** The columns of Manage Orders between the id and the shipping, in their sequence. */
export const chosenColumns = [
  'placed',
  'customer',
  'product',
  'quantity',
  'price',
  'poNumber',
  'country',
  'ships',
  'payment',
] as const

export type ChosenColumn = (typeof chosenColumns)[number]

/** Those of the specification: like number, id and shipping they are always shown. */
export const FIXED_COLUMNS: readonly ChosenColumn[] = ['product', 'quantity', 'price', 'payment']

/** Those that are shown to an admin who has not chosen. */
export const USUAL_COLUMNS = [
  'placed',
  'customer',
  'product',
  'quantity',
  'price',
  'ships',
  'payment',
] as const satisfies readonly ChosenColumn[]

/** Whether an order that can ship was promised to ship today or before. */
export const dispatchStates = ['today', 'late'] as const

/** The kinds of events of an order, in the sequence in which events of one moment are listed. */
export const orderEventKinds = [
  'placed',
  'held',
  'changed',
  'approval_asked',
  'approved',
  'declined',
  'link_created',
  'paid',
  'shipped',
  'reverted',
  'refunded',
  'restocked',
  'covered',
  'disputed',
  'cancelled',
  'lapsed',
] as const

export type OrderEventKind = (typeof orderEventKinds)[number]

/** What the timeline of an order shows: its events, and the steps of its returns. */
export const timelineKinds = [...orderEventKinds, 'returned'] as const

/** Those of the approval of an order, which are stored apart. */
export const approvalEventKinds = [
  'approval_asked',
  'approved',
  'declined',
] as const satisfies readonly OrderEventKind[]

export type ApprovalEventKind = (typeof approvalEventKinds)[number]

/** How the approval of an order of a company stands, once somebody was asked. */
export const approvalStates = ['waiting', 'approved', 'declined'] as const

export type ApprovalState = (typeof approvalStates)[number]

/** What the list of the orders of a company is filtered by. `open`: paid, and not wholly shipped. */
export const companyOrderStates = ['waiting', 'declined', 'unpaid', 'open', 'shipped'] as const

export type CompanyOrderState = (typeof companyOrderStates)[number]

/** Who caused an event. `link`: whoever has the payment link of the order; `approver`: of its company. */
export const eventSources = ['customer', 'admin', 'shop', 'provider', 'link', 'approver'] as const

export type EventSource = (typeof eventSources)[number]

/** The states of a customer's dispute at the bank. */
export const disputeStates = ['open', 'won', 'lost'] as const

export type DisputeState = (typeof disputeStates)[number]

/** The states of an unmatched payment's refund while it is not complete. */
export const unmatchedRefunds = ['pending', 'requires_action', 'failed', 'canceled'] as const

export type UnmatchedRefund = (typeof unmatchedRefunds)[number]

/**
 * The states of a refund that an admin made. `asked`: the provider has not answered yet, so that nobody knows whether it
 * was made. A succeeded refund can fail later.
 */
export const orderRefundStates = ['asked', 'pending', 'succeeded', 'failed'] as const

export type OrderRefundState = (typeof orderRefundStates)[number]

/** The actor of events that no user caused. */
export const SHOP_ACTOR = 'shop'

/** The actor of changes at the payment provider, which a webhook reports or the reconciler finds. */
export const PROVIDER_ACTOR = 'provider'

/** The actor of what is done by a payment link. */
export const LINK_ACTOR = 'link'
