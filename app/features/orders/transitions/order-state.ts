import type { OrderRow } from '../records/order-rows.ts'
import { isOwed } from './on-account.ts'

/**
 * `overdue`: unpaid, and its hold is over; the shop is about to cancel it. `waiting`: unpaid, and somebody of the company that it is
 * for has to approve it first; `unanswered`: the same when its hold is over. `owed` and the two after it: on account, so that it ships
 * before it is paid, as far as it is shipped. Those from `pending` on are of a paid order.
 */
export const orderStates = [
  'unpaid',
  'overdue',
  'waiting',
  'unanswered',
  'cancelled',
  'owed',
  'owed_partly_shipped',
  'owed_shipped',
  'pending',
  'partly_shipped',
  'shipped',
] as const

export type OrderState = (typeof orderStates)[number]

type StateColumns = Pick<OrderRow, 'cancelled_at' | 'status' | 'progress'>

/** What the state of an order follows from. */
export type StatedOrder = Pick<
  OrderRow,
  'paid_at' | 'hold_until' | 'approval' | 'account_days' | 'shipped_at'
> &
  Omit<StateColumns, 'cancelled_at'> &
  Partial<StateColumns>

/** In which state the order is. */
export function stateOf(order: StatedOrder, at: number): OrderState {
  if (typeof order.cancelled_at === 'number') return 'cancelled'
  if (isOwed(order)) return OWED_AS[shippedState(order.shipped_at === null ? 'pending' : 'shipped', order)]
  if (order.paid_at === null) return unpaidState(order, at)
  return shippedState(order.status, order)
}

const shippedState = (
  status: StatedOrder['status'],
  { progress }: Pick<StatedOrder, 'progress'>,
): PaidState => (status === 'shipped' ? 'shipped' : (progress ?? 'pending'))

function unpaidState({ approval, hold_until }: StatedOrder, at: number): OrderState {
  if (approval === 'waiting') return hold_until <= at ? 'unanswered' : 'waiting'
  return hold_until <= at ? 'overdue' : 'unpaid'
}

/**
 * The columns by which an order is in this state from now on, besides those that say when it was paid, until when it is held and how
 * its approval stands.
 */
export function columnsOf(state: OrderState, at: number): Partial<StateColumns> {
  if (state === 'cancelled') return { cancelled_at: at }
  return isPaid(state) ? paidColumns(state) : {}
}

/** The states of a paid order. */
type PaidState = Extract<OrderState, 'pending' | 'partly_shipped' | 'shipped'>

/** The state of an order on account that is shipped as far as a paid one in this state. */
export const OWED_AS = {
  pending: 'owed',
  partly_shipped: 'owed_partly_shipped',
  shipped: 'owed_shipped',
} as const satisfies Readonly<Record<PaidState, OrderState>>

export const isPaid = (state: OrderState | 'new'): state is PaidState => Object.hasOwn(OWED_AS, state)

export const paidColumns = (state: PaidState): Pick<StateColumns, 'status' | 'progress'> => ({
  status: state === 'shipped' ? 'shipped' : 'pending',
  progress: state === 'partly_shipped' ? 'partly_shipped' : null,
})

/** The state of a paid order of which so many pieces are shipped, in shipments; `due`: that many ship in all. */
export function paidState({
  shipments,
  shipped,
  due,
}: Readonly<Record<'shipments' | 'shipped' | 'due', number>>): PaidState {
  if (shipments === 0) return 'pending'
  return shipped === due ? 'shipped' : 'partly_shipped'
}
