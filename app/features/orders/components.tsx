import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import type { Order } from '#features/orders/schema.ts'
import type { OrderStatus } from '#features/orders/states.ts'
import { problemText } from '#kit/browser/client.ts'
import { Button } from '#kit/ui/button.tsx'
import { FailureState } from '#kit/ui/failure-state.tsx'
import { AlertIcon, TruckIcon } from '#kit/ui/icons.tsx'
import { PageHeading } from '#kit/ui/page-heading.tsx'
import { StatusBadge } from '#kit/ui/status-badge.tsx'
import { orderTexts } from './texts.ts'

let momentFormat: Intl.DateTimeFormat | undefined

/** Made when the first moment is shown: to make one keeps a slow phone busy for 80 ms, and most pages show none. */
function formatMoment(iso: string): string {
  momentFormat ??= new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })
  return momentFormat.format(new Date(iso))
}

/** A moment in the reader's own time. Takes ISO 8601; for pages that only the browser draws. */
export function DateTime({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} className="whitespace-nowrap">
      {formatMoment(iso)}
    </time>
  )
}

/** Where a paid order stands, for those who cannot change it. */
export function ShippingBadge({ status }: { status: OrderStatus }) {
  if (status === 'pending') return <StatusBadge tone="waiting">{orderTexts.pending}</StatusBadge>
  return (
    <StatusBadge tone="good" icon={<TruckIcon />}>
      {orderTexts.shippedStatus}
    </StatusBadge>
  )
}

/** What of a paid order's money went back, or may have to; nothing for most orders. */
export function RefundBadge({ order }: { order: Order }) {
  const words = moneyBackWords(order)
  return words === undefined ? null : <StatusBadge tone="bad">{words}</StatusBadge>
}

function moneyBackWords({ refundedAmount = 0, totalPrice, dispute }: Order): string | undefined {
  if (dispute === 'lost') return orderTexts.disputeLost
  if (refundedAmount >= totalPrice) return orderTexts.refunded
  if (dispute === 'open') return orderTexts.disputed
  return refundedAmount > 0 ? orderTexts.partlyRefunded : undefined
}

type FactListProps = { facts: { label: string; value: ReactNode }[] }

/** Facts side by side with what they are called; those without a value are left out. */
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

type ListLineProps = { children: ReactNode; error: unknown; busy: boolean; onRetry: () => void }

/** What stands in a list, and whether it is up to date. It keeps its height, so that no row moves by it. */
export function ListLine({ children, error, busy, onRetry }: ListLineProps) {
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

/** A page whose data could not be loaded, with a way to try again. */
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
