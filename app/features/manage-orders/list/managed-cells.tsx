import type { ReactNode } from 'react'
import { may } from '#features/accounts/staff-access.tsx'
import { shortDeliveryDayText } from '#features/delivery/texts.ts'
import { TO_ANSWER } from '#features/order-messages/texts.ts'
import { RefundBadge, refundText, unpaidText } from '#features/order-page/order-page.ts'
import { backorderedPieces, isEnded } from '#features/orders/left-to-ship.ts'
import type { Order } from '#features/orders/schema.ts'
import type { OrderStatus } from '#features/orders/states.ts'
import { orderTexts } from '#features/orders/texts.ts'
import { PackingNotes } from '#features/shipping/packing-notes.tsx'
import { formatCount } from '#kit/text/count-text.ts'
import { dateTimeText, monthDayText } from '#kit/text/moment-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { AlertIcon, CheckIcon, ClockIcon, InfoIcon, TruckIcon } from '#kit/ui/mark/icons.tsx'
import { MessageIcon } from '#kit/ui/mark/message-icon.tsx'
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
        className={classNames('flex min-w-0 items-baseline gap-1', hasNotes && '@min-[1300px]:max-w-3/5')}
        title={order.product}
      >
        <span className="min-w-0 truncate">{lines[0]?.product}</span>
        {lines.length > 1 && <More count={lines.length - 1} />}
      </span>
      <span className="truncate text-muted text-xs @min-[960px]:hidden">{name}</span>
      {hasNotes && (
        <div className={NOTES}>
          <span aria-hidden="true" className="hidden @min-[960px]:@max-[1300px]:inline">
            <InfoIcon className="text-muted" />
          </span>
          <PackingNotes {...order} isOneLine />
        </div>
      )}
    </div>
  )
}

/** Where one line has all columns but is not very wide, an icon stands for the notes: else the name of the part could not be read. */
const NOTES =
  'relative min-w-0 text-xs @min-[1300px]:flex-1 @min-[960px]:@max-[1300px]:shrink-0 @min-[960px]:@max-[1300px]:[&>ul]:absolute @min-[960px]:@max-[1300px]:[&>ul]:inset-0 @min-[960px]:@max-[1300px]:[&>ul]:opacity-0'

const More = ({ count }: { count: number }) => (
  <span className="shrink-0 text-muted">
    <span aria-hidden="true">{`+${formatCount(count)}`}</span>
    <span className="sr-only">{`and ${formatCount(count)} more`}</span>
  </span>
)

/**
 * The first badge in words; where there is little room, the further ones as icons with the words as their title. An order
 * that cannot ship yet shows nothing here, since the button beside it has the same words.
 */
export function PaymentCell({ order }: { order: Order }) {
  return (
    <span className="inline-flex flex-wrap gap-1 @min-[960px]:flex-nowrap @max-[704px]:justify-end">
      {order.paid ? (
        <StatusBadge tone="good" icon={null}>
          {orderTexts.paid}
        </StatusBadge>
      ) : order.status === undefined ? (
        <span className="sr-only text-muted">{unpaidText(order)}</span>
      ) : (
        <StatusBadge tone="waiting" icon={null}>
          {unpaidText(order)}
        </StatusBadge>
      )}
      {furtherBadges(order).map(({ text, ...badge }) => (
        <StatusBadge key={text} {...badge} className={FOLDED} title={text}>
          {text}
        </StatusBadge>
      ))}
    </span>
  )
}

/** Only the icon of a badge is seen in a table that has all columns and is not very wide. */
const FOLDED =
  '@min-[704px]:@max-[1300px]:px-1.5 @min-[704px]:@max-[1300px]:[&>span]:sr-only @min-[704px]:@max-[1300px]:relative'

type FurtherBadge = { text: string; tone: 'waiting' | 'bad'; icon?: ReactNode }

/** What an order has besides its payment. One that is ended says its refund beside it. */
function furtherBadges(order: Order): FurtherBadge[] {
  const { progress, addressChangedAt, toAnswer, unmatchedRefund } = order
  const isDisputed = order.dispute === 'open'
  const refund = isEnded(order) || isDisputed ? undefined : refundText(order)
  const badges: (FurtherBadge | false)[] = [
    progress !== undefined &&
      !isEnded(order) && { text: orderTexts.partlyShipped, tone: 'waiting', icon: <TruckIcon /> },
    backorderedPieces(order) > 0 &&
      !isEnded(order) && { text: orderTexts.onBackorder, tone: 'waiting', icon: <ClockIcon /> },
    isDisputed && { text: orderTexts.disputed, tone: 'bad', icon: <AlertIcon /> },
    refund !== undefined && { text: refund, tone: 'bad' },
    unmatchedRefund !== undefined &&
      (isRefunding(unmatchedRefund)
        ? { text: orderTexts.refundPending, tone: 'waiting' }
        : { text: orderTexts.refundFailed, tone: 'bad' }),
    addressChangedAt !== undefined && { text: orderTexts.addressChanged, tone: 'waiting' },
    toAnswer === true && { text: TO_ANSWER, tone: 'bad', icon: <MessageIcon /> },
  ]
  return badges.filter((badge) => badge !== false)
}

/** In a table with one line an order: more of them are in sight. */
const LOW = '@min-[960px]:pointer-fine:min-h-7'

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
        className={`disabled:border-bad-edge! disabled:bg-paper! disabled:text-bad! @max-[448px]:px-2 ${LOW}`}
      >
        {unpaidText(order)}
      </Button>
    )
  }
  if (isEnded(order)) return <RefundBadge order={order} />
  const isPending = order.status === 'pending'
  if (!may('orders')) {
    return (
      <StatusBadge tone={isPending ? 'waiting' : 'good'}>
        {isPending ? orderTexts.pending : orderTexts.shippedStatus}
      </StatusBadge>
    )
  }
  return (
    <Button
      variant={isPending ? 'warning' : 'success'}
      size="sm"
      busy={busy}
      className={`@max-[448px]:px-2 ${LOW}`}
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
