import { shortDeliveryDayText } from '#features/delivery/texts.ts'
import { RefundBadge } from '#features/orders/components.tsx'
import { isEnded } from '#features/orders/left-to-ship.ts'
import type { Order } from '#features/orders/schema.ts'
import type { OrderStatus } from '#features/orders/states.ts'
import { orderTexts } from '#features/orders/texts.ts'
import { PackingNotes } from '#features/shipping/packing-notes.tsx'
import { formatCount } from '#kit/text/count-text.ts'
import { dateTimeText, monthDayText } from '#kit/text/moment-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { AlertIcon, CheckIcon, ClockIcon, TruckIcon } from '#kit/ui/mark/icons.tsx'
import { StatusBadge } from '#kit/ui/mark/status-badge.tsx'

/** The cells of Manage Orders. A wide table has one line an order: what is longer is cut, and is whole in its details. */

/** When it was placed: the day, and where there is room the time. */
export const PlacedCell = ({ order: { createdAt } }: { order: Order }) => (
  <time dateTime={createdAt} title={dateTimeText(createdAt)}>
    <span className="@min-[1300px]:hidden @min-[448px]:@max-[960px]:hidden">
      {monthDayText(createdAt, Date.now())}
    </span>
    <span className="@max-[448px]:hidden @min-[960px]:@max-[1300px]:hidden">{dateTimeText(createdAt)}</span>
  </time>
)

const companyOf = ({ billTo, deliverTo }: Order): string | undefined => billTo?.company ?? deliverTo?.company

export function CustomerCell({ order }: { order: Order }) {
  const text = [order.name, companyOf(order)].filter(Boolean).join(', ')
  return (
    <span className="block max-w-28 truncate @min-[1300px]:max-w-72" title={text}>
      {text}
    </span>
  )
}

/** When an order that can ship was promised to ship, and whether that is now or was before. */
export function ShipsCell({ order }: { order: Order }) {
  const { delivery, dispatch, status } = order
  if (!delivery || status !== 'pending' || isEnded(order)) return null
  const day = shortDeliveryDayText(delivery.ships)
  return (
    <span className="inline-flex items-center gap-1" title={day}>
      <span className={dispatch && '@max-[1300px]:sr-only'}>
        <span className="@max-[704px]:sr-only">{day}</span>
      </span>
      {dispatch === 'late' && (
        <StatusBadge tone="bad" icon={<AlertIcon />}>
          {orderTexts.late}
        </StatusBadge>
      )}
      {dispatch === 'today' && (
        <StatusBadge tone="waiting" icon={null}>
          {orderTexts.shipsToday}
        </StatusBadge>
      )}
    </span>
  )
}

/** The first product and how many more there are, with what to know before it is packed. */
export function ProductCell({ order }: { order: Order }) {
  const { name, lines, poNumber, note, notes = [] } = order
  const hasNotes = poNumber !== undefined || note !== undefined || notes.length > 0
  return (
    <div className="grid min-w-0 @min-[960px]:flex @min-[960px]:items-baseline @min-[960px]:gap-x-3">
      <span
        className={classNames('flex min-w-0 items-baseline gap-1', hasNotes && '@min-[960px]:max-w-3/5')}
        title={order.product}
      >
        <span className="min-w-0 truncate">{lines[0]?.product}</span>
        {lines.length > 1 && <More count={lines.length - 1} />}
      </span>
      <span className="truncate text-muted text-xs @min-[960px]:hidden">{name}</span>
      {hasNotes && (
        <div className="min-w-0 text-xs @min-[960px]:flex-1">
          <PackingNotes {...order} isOneLine />
        </div>
      )}
    </div>
  )
}

const More = ({ count }: { count: number }) => (
  <span className="shrink-0 text-muted">
    <span aria-hidden="true">{`+${formatCount(count)}`}</span>
    <span className="sr-only">{`and ${formatCount(count)} more`}</span>
  </span>
)

/** An unpaid order shows plain text here, since the button beside it has the same text, and on a card only that. */
export function PaymentCell({ order }: { order: Order }) {
  return (
    <span className="inline-flex flex-wrap gap-1 @min-[960px]:flex-nowrap @max-[704px]:justify-end">
      {order.paid ? (
        <StatusBadge tone="good" icon={null}>
          {orderTexts.paid}
        </StatusBadge>
      ) : (
        <span className="whitespace-nowrap text-muted @max-[704px]:sr-only">{unpaidText(order)}</span>
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

const unpaidText = ({ cancelledAt }: Order): string =>
  cancelledAt === undefined ? orderTexts.notPaidYet : orderTexts.cancelledStatus

/** The refund of an unmatched payment that is not complete; renders nothing for most orders. */
function UnmatchedRefundBadge({ order: { unmatchedRefund } }: { order: Order }) {
  if (unmatchedRefund === undefined) return null
  if (isRefunding(unmatchedRefund))
    return <StatusBadge tone="waiting">{orderTexts.refundPending}</StatusBadge>
  return <StatusBadge tone="bad">{orderTexts.refundFailed}</StatusBadge>
}

type ShippingButtonProps = {
  order: Order
  busy: boolean
  onChange: (order: Order, status: OrderStatus) => void
}

/** Shows the status of the order; a click changes it to the other one. One whose money went back says that. */
export function ShippingButton({ order, busy, onChange }: ShippingButtonProps) {
  if (order.cancelledAt !== undefined)
    return <StatusBadge tone="neutral">{orderTexts.cancelledStatus}</StatusBadge>
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

export const isRefunding = (refund: Order['unmatchedRefund']): boolean =>
  refund === 'pending' || refund === 'requires_action'

/** That a pending order is shipped in part; renders nothing for others, nor when the rest does not ship any more. */
export function ProgressBadge({ order }: { order: Order }) {
  if (order.progress === undefined || isEnded(order)) return null
  return (
    <StatusBadge tone="waiting" icon={<TruckIcon />}>
      {orderTexts.partlyShipped}
    </StatusBadge>
  )
}
