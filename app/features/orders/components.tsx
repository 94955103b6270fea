import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { problemText } from '#kit/browser/client.ts'
import { formatCount } from '#kit/count-text.ts'
import { formatPrice, formatTotal } from '#kit/money.ts'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { Button, ButtonLink } from '#kit/ui/button.tsx'
import { CopyId } from '#kit/ui/copy-id.tsx'
import { EmptyState } from '#kit/ui/empty-state.tsx'
import { FailureState } from '#kit/ui/failure-state.tsx'
import { AlertIcon, TruckIcon } from '#kit/ui/icons.tsx'
import { PageHeading } from '#kit/ui/page-heading.tsx'
import { StatusBadge } from '#kit/ui/status-badge.tsx'
import { HoldCountdown } from './hold-countdown.tsx'
import { dateTimeText } from './moment-text.ts'
import type { Order } from './schema.ts'
import type { OrderStatus } from './states.ts'
import { orderTexts } from './texts.ts'

export { dateTimeText, HoldCountdown }

/** A date and time in the reader's time zone, for pages that only the browser renders. `iso` is ISO 8601. */
export function DateTime({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} className="whitespace-nowrap">
      {dateTimeText(iso)}
    </time>
  )
}

/** The status of a paid order, read-only. */
function ShippingBadge({ status }: { status: OrderStatus }) {
  if (status === 'pending') return <StatusBadge tone="waiting">{orderTexts.pending}</StatusBadge>
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

function refundText({ refundedAmount = 0, totalPrice, dispute }: Order): string | undefined {
  if (dispute === 'lost') return orderTexts.disputeLost
  if (refundedAmount >= totalPrice) return orderTexts.refunded
  if (dispute === 'open') return orderTexts.disputed
  return refundedAmount > 0 ? orderTexts.partlyRefunded : undefined
}

/** The state of an order: whether it is paid, shipped, refunded or cancelled. */
export function OrderBadges({ order }: { order: Order }) {
  if (order.cancelledAt) return <StatusBadge tone="neutral">{orderTexts.cancelledStatus}</StatusBadge>
  if (!order.paid) return <StatusBadge tone="waiting">{orderTexts.notPaidYet}</StatusBadge>
  return (
    <>
      <StatusBadge tone="good">{orderTexts.paid}</StatusBadge>
      <RefundBadge order={order} />
      {order.status && <ShippingBadge status={order.status} />}
    </>
  )
}

type FactListProps = { facts: { label: string; value: ReactNode }[] }

/** Labels with their values; facts without a value are left out. */
export function FactList({ facts }: FactListProps) {
  return (
    <dl className="grid content-start grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 text-sm">
      {facts
        .filter(({ value }) => value !== undefined && value !== null)
        .map(({ label, value }) => (
          <div key={label} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-muted">{label}</dt>
            <dd className="min-w-0 whitespace-pre-line text-balance">{value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** The price per piece of an order with one line; else each line with its price, by its part number. */
export function lineFacts({ lines }: Order): { label: string; value: string }[] {
  const [line] = lines
  if (line && lines.length === 1) return [{ label: 'Per piece', value: formatPrice(line.unitPrice) }]
  return lines.map(({ sku, product, quantity, unitPrice, lineTotal }, index) => ({
    label: `${index + 1}. ${sku}`,
    value: `${product}\n${formatCount(quantity)} × ${formatPrice(unitPrice)} = ${formatTotal(lineTotal)}`,
  }))
}

type ListStatusProps = { children: ReactNode; error: unknown; busy: boolean; onRetry: () => void }

/** What a list shows, and whether it is up to date. Its height is constant, so that no row moves. */
export function ListStatus({ children, error, busy, onRetry }: ListStatusProps) {
  return (
    <div className="-mt-2 flex min-h-8 flex-wrap items-center justify-between gap-x-4 text-muted text-sm">
      <p>{children}</p>
      <div role="status" className="flex min-h-8 items-center gap-2 pointer-coarse:min-h-11">
        {error !== null && (
          <>
            <AlertIcon className="text-bad" />
            <span title={problemText(error)}>Not up to date</span>
            <Button variant="secondary" size="sm" busy={busy} onClick={onRetry}>
              Try again
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

type LoadFailureProps = { heading: string; title: string; error: unknown }

/** A page whose data could not be loaded, with a button to try again. */
export function LoadFailure({ heading, title, error }: LoadFailureProps) {
  const { revalidate, state } = useRevalidator()
  return (
    <>
      <PageHeading title={heading} />
      <FailureState
        title={title}
        detail={problemText(error)}
        busy={state === 'loading'}
        onRetry={revalidate}
      />
    </>
  )
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
          <ButtonLink to="/dashboard/myorders" variant="secondary" size="sm">
            My Orders
          </ButtonLink>
        }
      >
        It may have been cancelled, or its time to be paid is over.
      </EmptyState>
    </>
  )
}
