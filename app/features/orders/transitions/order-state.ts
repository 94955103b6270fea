import type { OrderRow } from '../records/order-rows.ts'

/** `overdue`: unpaid, and its hold is over; the shop is about to cancel it. Those from `pending` on are of a paid order. */
export const orderStates = ['unpaid', 'overdue', 'cancelled', 'pending', 'partly_shipped', 'shipped'] as const

export type OrderState = (typeof orderStates)[number]

type StateColumns = Pick<OrderRow, 'cancelled_at' | 'status' | 'progress'>

/** What the state of an order follows from. */
export type StatedOrder = Pick<OrderRow, 'paid_at' | 'hold_until'> &
  Omit<StateColumns, 'cancelled_at'> &
  Partial<StateColumns>

/** In which state the order is. */
export function stateOf(order: StatedOrder, at: number): OrderState {
  if (typeof order.cancelled_at === 'number') return 'cancelled'
  if (order.paid_at === null) return order.hold_until <= at ? 'overdue' : 'unpaid'
  return order.status === 'shipped' ? 'shipped' : (order.progress ?? 'pending')
}

/** The columns by which an order is in this state from now on, besides those that say when it was paid or until when it is held. */
export function columnsOf(state: OrderState, at: number): Partial<StateColumns> {
  if (state === 'unpaid' || state === 'overdue') return {}
  return state === 'cancelled' ? { cancelled_at: at } : paidColumns(state)
}

/** The states of a paid order. */
type PaidState = Extract<OrderState, 'pending' | 'partly_shipped' | 'shipped'>

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
