import type { ReactNode } from 'react'
import { isEnded, isMoneyGone } from '#features/orders/left-to-ship.ts'
import { MY_ORDERS_PATH } from '#features/orders/paths.ts'
import type { Order, OrderDetails } from '#features/orders/schema.ts'
import { orderTexts } from '#features/orders/texts.ts'
import { formatPrice, formatTotal } from '#kit/money.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { longDayText } from '#kit/text/utc-text.ts'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { ButtonLink } from '#kit/ui/form/button.tsx'
import { EmptyState } from '#kit/ui/list/empty-state.tsx'
import { CopyId } from '#kit/ui/mark/copy-id.tsx'
import { TruckIcon } from '#kit/ui/mark/icons.tsx'
import { StatusBadge } from '#kit/ui/mark/status-badge.tsx'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'

/** Whether the shop answered with the order as admins see it: it names the refunds to them only, also when there are none. */
export const isForAdmin = ({ refunds }: Pick<OrderDetails, 'refunds'>): boolean => refunds !== undefined

/** The status of a paid order, read-only. */
function ShippingBadge({ order: { status, progress } }: { order: Order }) {
  if (progress !== undefined)
    return (
      <StatusBadge tone="waiting" icon={<TruckIcon />}>
        {orderTexts.partlyShipped}
      </StatusBadge>
    )
  if (status === 'pending') return <StatusBadge tone="waiting">{orderTexts.shippingPending}</StatusBadge>
  return (
    <StatusBadge tone="good" icon={<TruckIcon />}>
      {orderTexts.shippedStatus}
    </StatusBadge>
  )
}

/** Whether a paid order was refunded or disputed; renders nothing for most orders. */
export function RefundBadge({ order }: { order: Order }) {
  const text = refundText(order)
  return text === undefined ? null : <StatusBadge tone="bad">{text}</StatusBadge>
}

/** What its money that went back makes of an order, in two words. */
export function refundText(order: Order): string | undefined {
  const { refundedAmount = 0, payable, dispute } = order
  if (dispute === 'lost') return isMoneyGone(order) ? orderTexts.disputeLost : orderTexts.disputePartLost
  if (refundedAmount >= payable) return orderTexts.refunded
  if (dispute === 'open') return orderTexts.disputed
  return refundedAmount > 0 ? orderTexts.partlyRefunded : undefined
}

/** Whether an order waits until somebody of its company approves it. */
export const isWaiting = ({ approval, cancelledAt }: Pick<Order, 'approval' | 'cancelledAt'>): boolean =>
  approval?.state === 'waiting' && cancelledAt === undefined

const endedText = ({ approval }: Order): string =>
  approval?.state === 'declined' ? orderTexts.declined : orderTexts.cancelledStatus

/** What an order that is not paid waits for. */
export const unpaidText = (order: Order): string => {
  if (order.cancelledAt !== undefined) return endedText(order)
  if (isWaiting(order)) return orderTexts.waitsForApproval
  if (order.payment !== 'account') return orderTexts.notPaidYet
  return order.dueAt === undefined ? orderTexts.onAccount : orderTexts.payBy(longDayText(order.dueAt))
}

/**
 * The state of an order: whether it is paid, shipped, refunded or cancelled. One whose money went back waits for nothing any
 * more, so it is not pending.
 */
export function OrderBadges({ order }: { order: Order }) {
  if (order.cancelledAt) return <StatusBadge tone="neutral">{endedText(order)}</StatusBadge>
  if (!order.paid && order.status === undefined)
    return <StatusBadge tone="waiting">{unpaidText(order)}</StatusBadge>
  return (
    <>
      {order.paid ? (
        <StatusBadge tone="good">{orderTexts.paid}</StatusBadge>
      ) : (
        <StatusBadge tone="waiting">{unpaidText(order)}</StatusBadge>
      )}
      <RefundBadge order={order} />
      {order.status && !isEnded(order) && <ShippingBadge order={order} />}
    </>
  )
}

/** The price per piece of an order with one line; else each line with its price, by its part number. */
export function lineFacts({ lines }: Order): { label: string; value: ReactNode }[] {
  const [line] = lines
  if (line && lines.length === 1) return [{ label: 'Per piece', value: formatPrice(line.unitPrice) }]
  return lines.map(({ sku, product, quantity, unitPrice, lineTotal }, index) => ({
    label: `${index + 1}. ${sku}`,
    value: (
      <Unbroken
        text={`${product}\n${formatCount(quantity)} × ${formatPrice(unitPrice)} = ${formatTotal(lineTotal)}`}
      />
    ),
  }))
}

export const TransactionId = ({ id }: { id: string }) => (
  <p className="mt-1 flex flex-wrap items-center gap-x-2 text-sm">
    Transaction <CopyId value={id} what="transaction id" />
  </p>
)

/** The page for an order that there is not, or no longer. */
export function NoSuchOrder() {
  return (
    <>
      <PageHeading title="Page not found" />
      <EmptyState
        title="There is no such order"
        art={<EmptyDrawing />}
        action={
          <ButtonLink to={MY_ORDERS_PATH} variant="secondary" size="sm">
            My Orders
          </ButtonLink>
        }
      >
        It may have been cancelled, or its time to be paid is over.
      </EmptyState>
    </>
  )
}
