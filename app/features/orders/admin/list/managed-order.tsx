import { shortDeliveryDayText } from '#features/delivery/texts.ts'
import { formatTotal } from '#kit/money.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { ChooseRow } from '#kit/ui/admin/chosen.tsx'
import type { Chosen } from '#kit/ui/admin/use-chosen.ts'
import { Button } from '#kit/ui/form/button.tsx'
import type { Column } from '#kit/ui/list/data-table.tsx'
import { FactList } from '#kit/ui/list/fact-list.tsx'
import { CopyId } from '#kit/ui/mark/copy-id.tsx'
import { DateTime } from '#kit/ui/mark/date-time.tsx'
import { AlertIcon, CheckIcon, ClockIcon, TruckIcon } from '#kit/ui/mark/icons.tsx'
import { StatusBadge } from '#kit/ui/mark/status-badge.tsx'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'
import { chargesOf } from '../../charges.ts'
import { lineFacts, RefundBadge } from '../../components.tsx'
import { addressFacts, deliveryFacts } from '../../details/delivery-facts.tsx'
import { OrderId } from '../../details/order-id.tsx'
import { isEnded } from '../../left-to-ship.ts'
import type { Order } from '../../schema.ts'
import type { OrderStatus } from '../../states.ts'
import { orderTexts } from '../../texts.ts'
import { PackingNotes } from '../packing-notes.tsx'
import type { OrderOrigin } from './order-origin.ts'

type OnChange = (order: Order, status: OrderStatus) => void

type ManagedOrders = {
  /** The orders with a status change in progress. */
  busyIds: ReadonlySet<string>
  onChange: OnChange
  chosen: Chosen
  /** The list that the page of an order leads back to. */
  origin: OrderOrigin
  /** Where the head of the days leads. */
  sort: NonNullable<Column<Order>['sort']>
}

/** The columns of Manage Orders. On a phone the first line shows what to ship, the second the order's id and status. */
export const managedOrderColumns = ({
  busyIds,
  onChange,
  chosen,
  origin,
  sort,
}: ManagedOrders): Column<Order>[] => [
  {
    key: 'number',
    header: '#',
    cell: (order, index) => (
      <ChooseRow chosen={chosen} id={order._id} label={`Choose order ${order.number}`}>
        {index + 1}
      </ChooseRow>
    ),
  },
  {
    key: 'id',
    header: 'Id',
    className: '@max-[704px]:order-1 @max-[704px]:grow @max-[704px]:basis-2/5',
    cell: (order) => (
      <OrderId order={order} state={origin}>
        <span className="text-muted text-xs">
          <DateTime iso={order.createdAt} />
        </span>
      </OrderId>
    ),
  },
  {
    key: 'product',
    header: 'Product',
    className:
      '@min-[704px]:w-full @max-[704px]:min-w-0 @max-[704px]:grow @max-[704px]:basis-[calc(100%-16rem)]',
    cell: (order) => <ManagedProductCell order={order} />,
  },
  {
    key: 'quantity',
    header: 'Quantity',
    align: 'end',
    className: '@max-[704px]:after:ms-1 @max-[704px]:after:content-["pcs"]',
    cell: (order) => formatCount(order.quantity),
  },
  { key: 'price', header: 'Price', align: 'end', cell: (order) => formatTotal(order.payable) },
  {
    key: 'ships',
    header: 'Ships',
    sort,
    className: '@max-[704px]:order-1 @max-[704px]:empty:hidden',
    cell: (order) => shipsCell(order),
  },
  {
    key: 'payment',
    header: 'Payment',
    className: '@min-[704px]:w-36 @max-[704px]:order-1 @max-[448px]:max-w-32',
    cell: (order) => <ManagedPaymentCell order={order} />,
  },
  {
    key: 'shifting',
    header: 'Shifting',
    align: 'end',
    className: '@min-[704px]:w-36 @max-[704px]:order-1',
    cell: (order) => <ShippingButton order={order} busy={busyIds.has(order._id)} onChange={onChange} />,
  },
]

/** When an order that can ship was promised to ship, and whether that is now or was before. */
function shipsCell(order: Order) {
  const { delivery, dispatch, status } = order
  if (!delivery || status !== 'pending' || isEnded(order)) return null
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      <span className="whitespace-nowrap @max-[704px]:sr-only">{shortDeliveryDayText(delivery.ships)}</span>
      {dispatch === 'late' && (
        <StatusBadge tone="bad" icon={<AlertIcon />}>
          {orderTexts.late}
        </StatusBadge>
      )}
      {dispatch === 'today' && <StatusBadge tone="waiting">{orderTexts.shipsToday}</StatusBadge>}
    </span>
  )
}

function ManagedProductCell({ order }: { order: Order }) {
  return (
    <div className="grid min-w-0 text-balance">
      <span className="line-clamp-2 @min-[704px]:line-clamp-none">
        <Unbroken text={order.product} />
      </span>
      <span className="text-muted text-xs @max-[704px]:truncate">{order.name}</span>
      <div className="mt-1 line-clamp-6 text-xs empty:hidden">
        <PackingNotes {...order} />
      </div>
    </div>
  )
}

/** An unpaid order shows plain text here, since the button beside it has the same text, and on a phone only that. */
function ManagedPaymentCell({ order }: { order: Order }) {
  return (
    <span className="inline-flex flex-wrap gap-1 @max-[704px]:justify-end">
      {order.paid ? (
        <StatusBadge tone="good">{orderTexts.paid}</StatusBadge>
      ) : (
        <span className="whitespace-nowrap text-muted @max-[704px]:text-xs @max-[448px]:sr-only">
          {orderTexts.notPaidYet}
        </span>
      )}
      <ProgressBadge order={order} />
      {!isEnded(order) && <RefundBadge order={order} />}
      <UnmatchedRefundBadge order={order} />
      {order.addressChangedAt !== undefined && (
        <StatusBadge tone="waiting">{orderTexts.addressChanged}</StatusBadge>
      )}
    </span>
  )
}

/** The refund of an unmatched payment that is not complete; renders nothing for most orders. */
function UnmatchedRefundBadge({ order: { unmatchedRefund } }: { order: Order }) {
  if (unmatchedRefund === undefined) return null
  if (isRefunding(unmatchedRefund))
    return <StatusBadge tone="waiting">{orderTexts.refundPending}</StatusBadge>
  return <StatusBadge tone="bad">{orderTexts.refundFailed}</StatusBadge>
}

/** Shows the status of the order; a click changes it to the other one. One whose money went back says that. */
function ShippingButton({ order, busy, onChange }: { order: Order; busy: boolean; onChange: OnChange }) {
  if (order.status === undefined) {
    return (
      <Button
        variant="danger"
        size="sm"
        disabled
        className="disabled:border-bad-edge! disabled:bg-paper! disabled:text-bad! @max-[448px]:px-2"
      >
        {orderTexts.notPaidYet}
      </Button>
    )
  }
  if (isEnded(order)) return <RefundBadge order={order} />
  const isPending = order.status === 'pending'
  return (
    <Button
      variant={isPending ? 'warning' : 'success'}
      size="sm"
      busy={busy}
      className="@max-[448px]:px-2"
      title={isPending ? 'Mark as shipped' : 'Revert to pending'}
      onClick={() => onChange(order, isPending ? 'shipped' : 'pending')}
    >
      {isPending ? <ClockIcon /> : <CheckIcon />}
      {isPending ? orderTexts.pending : orderTexts.shippedStatus}
    </Button>
  )
}

const isRefunding = (refund: Order['unmatchedRefund']): boolean =>
  refund === 'pending' || refund === 'requires_action'

function unmatchedRefundText({ unmatchedRefund }: Order): string | undefined {
  if (unmatchedRefund === undefined) return undefined
  return isRefunding(unmatchedRefund)
    ? 'It is being refunded.'
    : 'Its refund failed. It is tried again; you can also refund it at the payment provider.'
}

const optionalDateTime = (iso: string | undefined) => iso && <DateTime iso={iso} />

/** What is needed to ship an order, and how it stands. */
export function ManagedOrderFacts({ order }: { order: Order }) {
  return (
    <div className="grid gap-x-12 gap-y-4 lg:grid-cols-2">
      <FactList facts={[{ label: 'Customer', value: order.name }, ...contactFacts(order)]} />
      <FactList
        facts={[
          { label: 'Order number', value: order.number },
          { label: 'PO number', value: order.poNumber },
          { label: 'Note', value: order.note },
          ...lineFacts(order),
          ...chargesOf(order).map(({ text, value }) => ({ label: text, value })),
          { label: 'Ordered', value: optionalDateTime(order.createdAt) },
          { label: 'Held until', value: optionalDateTime(order.holdUntil) },
          { label: 'Paid', value: optionalDateTime(order.paidAt) },
          { label: orderTexts.addressChanged, value: optionalDateTime(order.addressChangedAt) },
          { label: 'Shipped', value: optionalDateTime(order.shippedAt) },
          { label: 'Refunded', value: order.refundedAmount && formatTotal(order.refundedAmount) },
          { label: 'Dispute', value: order.dispute },
          { label: 'Unmatched payment', value: unmatchedRefundText(order) },
          {
            label: 'Transaction',
            value: order.transactionId && <CopyId value={order.transactionId} what="transaction id" />,
          },
        ]}
      />
    </div>
  )
}

/** How the seller reaches the customer of an order, where it goes and how. */
export const contactFacts = (order: Order) => [
  { label: 'Email', value: <a href={`mailto:${order.email}`}>{order.email}</a> },
  { label: 'Phone', value: phoneLink(order) },
  ...addressFacts(order),
  ...deliveryFacts(order),
]

/** An order with an address of its own may have no phone number. */
const phoneLink = ({ phone }: Order) =>
  phone ? <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a> : undefined

/** That a pending order is shipped in part; renders nothing for others, nor when the rest does not ship any more. */
export function ProgressBadge({ order }: { order: Order }) {
  if (order.progress === undefined || isEnded(order)) return null
  return (
    <StatusBadge tone="waiting" icon={<TruckIcon />}>
      {orderTexts.partlyShipped}
    </StatusBadge>
  )
}
