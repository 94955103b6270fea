import type { Order } from '#features/orders/schema.ts'

type PaidOrder = Pick<Order, '_id' | 'number'>

/** The state with which the dashboard is opened after a payment: it says that the order is paid. */
export const paidState = ({ _id, number }: PaidOrder) => ({ paidOrder: { _id, number } })

/** The order in {@link paidState}; undefined in any other state. */
export function readPaidOrder(state: unknown): PaidOrder | undefined {
  const { paidOrder } = (state ?? {}) as Partial<ReturnType<typeof paidState>>
  return typeof paidOrder?._id === 'string' && typeof paidOrder.number === 'string' ? paidOrder : undefined
}
