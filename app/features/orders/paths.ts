/** The path of an order's page, for its customer and for admins. */
export const orderPagePath = (orderId: string): string => `/dashboard/order/${encodeURIComponent(orderId)}`

/** The page where what is in the cart is ordered. */
export const CHECKOUT_PATH = '/checkout'

export const MY_ORDERS_PATH = '/dashboard/myorders'

/** The page of the orders that wait for somebody like the caller. */
export const APPROVALS_PATH = '/dashboard/approvals'

/** The page of the own orders that were cancelled or lapsed. */
export const CANCELLED_ORDERS_PATH = `${MY_ORDERS_PATH}/cancelled`

/** The state with which My Orders is opened after an order was placed there: that order is marked. */
export const placedState = (orderId: string) => ({ placedOrder: orderId })

/** The id in {@link placedState}; undefined in any other state. */
export function readPlaced(state: unknown): string | undefined {
  const id =
    typeof state === 'object' && state !== null && 'placedOrder' in state ? state.placedOrder : undefined
  return typeof id === 'string' ? id : undefined
}

/** The path of the page that compares an order with the parts of today, to order them again. */
export const orderAgainPath = (orderId: string): string => `${orderPagePath(orderId)}/again`

/** The path of the page where an order is paid. */
export const paymentPath = (orderId: string): string => `/dashboard/payment/${encodeURIComponent(orderId)}`

/** The page after an order was placed: where it is paid, or its own when somebody has to approve it first, and of one on account. */
export const placedPath = ({
  _id,
  approval,
  payment,
}: {
  _id: string
  payment?: 'account' | undefined
  approval?: { state: string } | undefined
}): string => (approval?.state === 'waiting' || payment === 'account' ? orderPagePath(_id) : paymentPath(_id))
