import { formatTotal } from '#kit/money.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { Button, ButtonLink } from '#kit/ui/form/button.tsx'
import type { Column } from '#kit/ui/list/data-table.tsx'
import { CopyId } from '#kit/ui/mark/copy-id.tsx'
import { DateTime } from '#kit/ui/mark/date-time.tsx'
import { StatusBadge } from '#kit/ui/mark/status-badge.tsx'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'
import { OrderBadges } from '../components.tsx'
import { OrderId } from '../details/order-id.tsx'
import { paymentPath } from '../paths.ts'
import type { Order } from '../schema.ts'
import { orderTexts } from '../texts.ts'

/** The columns of My Orders. `placed` is the id of the order that was placed just before. */
export const myOrderColumns = (
  onCancel: (order: Order) => void,
  placed: string | undefined,
): Column<Order>[] => [
  { key: 'number', header: '#', cell: (_, index) => index + 1 },
  {
    key: 'id',
    header: 'Id',
    cell: (order) => (
      <OrderId order={order}>
        {order._id === placed && <StatusBadge tone="good">{orderTexts.justPlaced}</StatusBadge>}
      </OrderId>
    ),
  },
  {
    key: 'product',
    header: 'Product',
    className: '@max-[704px]:col-span-full',
    cell: (order) => <MyProductCell order={order} />,
  },
  { key: 'quantity', header: 'Quantity', align: 'end', cell: (order) => formatCount(order.quantity) },
  { key: 'price', header: 'Price', align: 'end', cell: (order) => formatTotal(order.totalPrice) },
  {
    key: 'payment',
    header: 'Payment',
    className: '@min-[704px]:w-52',
    cell: (order) => <MyPaymentCell order={order} />,
  },
  {
    key: 'cancel',
    header: 'Cancel',
    align: 'end',
    className: '@min-[704px]:w-28',
    cell: (order) =>
      !order.paid && (
        <Button variant="danger" size="sm" onClick={() => onCancel(order)}>
          Cancel
        </Button>
      ),
  },
]

/** The part, and until when it is held, or when it was paid or shipped. */
function MyProductCell({ order }: { order: Order }) {
  return (
    <span className="grid text-balance">
      <Unbroken text={order.product} />
      <span className="text-muted text-xs">
        {order.shippedAt ? 'Shipped ' : order.paidAt ? 'Paid ' : 'Held until '}
        <DateTime iso={order.shippedAt ?? order.paidAt ?? order.holdUntil ?? order.createdAt} />
      </span>
    </span>
  )
}

function MyPaymentCell({ order }: { order: Order }) {
  if (!order.paid) {
    return (
      <ButtonLink to={paymentPath(order._id)} size="sm">
        Payment
      </ButtonLink>
    )
  }
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 @max-[704px]:justify-end">
      <OrderBadges order={order} />
      {order.transactionId && <CopyId value={order.transactionId} what="transaction id" />}
    </span>
  )
}
