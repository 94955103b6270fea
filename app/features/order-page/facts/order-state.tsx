import { isEnded, isUnderWay } from '#features/orders/left-to-ship.ts'
import type { OrderDetails } from '#features/orders/schema.ts'
import { DateTime } from '#kit/ui/mark/date-time.tsx'
import { OrderBadges } from './placed-order.tsx'

/** Whether an order ended because it was not paid in time. */
export const isLapsed = ({ events }: Pick<OrderDetails, 'events'>): boolean =>
  events.some(({ kind }) => kind === 'lapsed')

/** Whether address, phone, PO number and note can be changed: nothing of the order is shipped, and something will be. */
export const isContactChangeable = (order: OrderDetails): boolean =>
  !order.shipments.some(isUnderWay) && order.cancelledAt === undefined && !isEnded(order)

const endedWord = (order: OrderDetails): string => {
  if (order.approval?.state === 'declined') return 'Declined'
  return isLapsed(order) ? 'Lapsed' : 'Cancelled'
}

/** How an order stands, when it was placed, and when it ended if it did. */
export const OrderState = ({ order }: { order: OrderDetails }) => (
  <span className="flex flex-wrap items-center gap-2">
    <OrderBadges order={order} />
    <span className="whitespace-nowrap">
      Placed <DateTime iso={order.createdAt} />
    </span>
    {order.company && <span>{`for ${order.company.name}, by ${order.placedBy?.name}`}</span>}
    {order.cancelledAt && (
      <span className="whitespace-nowrap">
        {endedWord(order)} <DateTime iso={order.cancelledAt} />
      </span>
    )}
  </span>
)
