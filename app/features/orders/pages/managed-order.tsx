import type { Order } from '#features/orders/schema.ts'
import type { OrderStatus } from '#features/orders/states.ts'
import { formatCount } from '#kit/count-text.ts'
import { formatPrice, formatTotal } from '#kit/money.ts'
import { texts } from '#kit/texts.ts'
import { Button } from '#kit/ui/button.tsx'
import { CopyId } from '#kit/ui/copy-id.tsx'
import type { Column } from '#kit/ui/data-table.tsx'
import { CheckIcon, ClockIcon } from '#kit/ui/icons.tsx'
import { StatusBadge } from '#kit/ui/status-badge.tsx'
import { FactList, Moment, MoneyBackBadge } from '../parts.tsx'

type Ship = (order: Order, status: OrderStatus) => void

/** The columns of Manage Orders. `busyIds` are the orders whose status is being changed. */
export const managedOrderColumns = (busyIds: ReadonlySet<string>, ship: Ship): Column<Order>[] => [
  { key: 'number', header: '#', cell: (_, index) => index + 1 },
  { key: 'id', header: 'Id', cell: (order) => <CopyId value={order._id} what="order id" /> },
  {
    key: 'product',
    header: 'Product',
    className: '@max-[704px]:col-span-full',
    cell: (order) => <ProductCell order={order} />,
  },
  { key: 'quantity', header: 'Quantity', align: 'end', cell: (order) => formatCount(order.quantity) },
  { key: 'price', header: 'Price', align: 'end', cell: (order) => formatTotal(order.totalPrice) },
  {
    key: 'payment',
    header: 'Payment',
    className: '@min-[704px]:w-36',
    cell: (order) => <PaymentCell order={order} />,
  },
  {
    key: 'shifting',
    header: 'Shifting',
    align: 'end',
    className: '@min-[704px]:w-36',
    cell: (order) => <ShippingButton order={order} busy={busyIds.has(order._id)} ship={ship} />,
  },
]

function ProductCell({ order }: { order: Order }) {
  return (
    <span className="grid text-balance">
      {order.product}
      <span className="text-muted text-xs">{order.name}</span>
    </span>
  )
}

function PaymentCell({ order }: { order: Order }) {
  if (!order.paid) return <StatusBadge tone="bad">{texts.order.notPaidYet}</StatusBadge>
  return (
    <span className="inline-flex flex-wrap gap-1 @max-[704px]:justify-end">
      <StatusBadge tone="good">{texts.order.paid}</StatusBadge>
      <MoneyBackBadge order={order} />
    </span>
  )
}

/** Says where the order stands, and a click brings it to the other status. */
function ShippingButton({ order, busy, ship }: { order: Order; busy: boolean; ship: Ship }) {
  if (order.status === undefined) {
    return (
      <Button
        variant="danger"
        size="sm"
        disabled
        className="disabled:border-bad-edge! disabled:bg-paper! disabled:text-bad!"
      >
        {texts.order.notPaidYet}
      </Button>
    )
  }
  const isPending = order.status === 'pending'
  return (
    <Button
      variant={isPending ? 'warning' : 'success'}
      size="sm"
      busy={busy}
      title={isPending ? 'Mark as shipped' : 'Revert to pending'}
      onClick={() => ship(order, isPending ? 'shipped' : 'pending')}
    >
      {isPending ? <ClockIcon /> : <CheckIcon />}
      {isPending ? texts.order.pending : texts.order.shippedStatus}
    </Button>
  )
}

const moment = (iso: string | undefined) => iso && <Moment iso={iso} />

/** What is needed to ship an order, and what became of it. */
export function OrderStory({ order }: { order: Order }) {
  return (
    <div className="grid gap-x-12 gap-y-4 lg:grid-cols-2">
      <FactList
        facts={[
          { label: 'Customer', value: order.name },
          { label: 'Email', value: <a href={`mailto:${order.email}`}>{order.email}</a> },
          { label: 'Phone', value: <a href={`tel:${order.phone.replace(/[^+\d]/g, '')}`}>{order.phone}</a> },
          { label: 'Address', value: order.address },
        ]}
      />
      <FactList
        facts={[
          { label: 'Price', value: `${formatPrice(order.unitPrice)} ${texts.product.perPiece}` },
          { label: 'Ordered', value: moment(order.createdAt) },
          { label: 'Held until', value: moment(order.holdUntil) },
          { label: 'Paid', value: moment(order.paidAt) },
          { label: 'Shipped', value: moment(order.shippedAt) },
          { label: 'Refunded', value: order.refundedAmount && formatTotal(order.refundedAmount) },
          { label: 'Dispute', value: order.dispute },
          {
            label: 'Transaction',
            value: order.transactionId && <CopyId value={order.transactionId} what="transaction id" />,
          },
        ]}
      />
    </div>
  )
}
