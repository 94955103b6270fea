import { useState } from 'react'
import { Link } from 'react-router'
import { signOutIfUnauthorized } from '#features/accounts/components.tsx'
import { decideApproval, type WaitingOrder } from '#features/company-orders/client.ts'
import { OrderLines } from '#features/order-page/order-page.ts'
import { NOTE } from '#features/orders/limits.ts'
import { orderPagePath } from '#features/orders/paths.ts'
import { problemText } from '#kit/browser/client.ts'
import { formatTotal } from '#kit/money.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { Field } from '#kit/ui/form/field.tsx'
import { DateTime } from '#kit/ui/mark/date-time.tsx'
import { useShortcuts } from '#kit/ui/overlay/shortcuts.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { monthText, whyText } from './why-text.ts'

type WaitingOrderCardProps = {
  order: WaitingOrder
  /** The keys decide about it. */
  isFirst: boolean
  onDecided: () => Promise<void>
}

type Action = 'approve' | 'decline'

/** Who wants to order what, why it waits, what it does to the month, and the two answers. */
export function WaitingOrderCard({ order, isFirst, onDecided }: WaitingOrderCardProps) {
  const [note, setNote] = useState('')
  const [busy, setBusy] = useState<Action>()
  const decide = async (action: Action) => {
    if (busy) return
    setBusy(action)
    try {
      const text = note.trim()
      await decideApproval(order._id, action, { revision: order.revision ?? 0, ...(text && { note: text }) })
      notify.success(`Order ${order.number} ${action === 'approve' ? 'approved' : 'declined'}`)
    } catch (error) {
      if (!signOutIfUnauthorized(error)) notify.error(problemText(error))
    }
    setBusy(undefined)
    await onDecided()
  }
  return (
    <article aria-labelledby={`order-${order._id}`} className="grid gap-4 rounded border border-line p-4">
      {isFirst && <Keys decide={decide} />}
      <Head order={order} />
      <p>
        <strong className="font-medium">{whyText(order)}</strong> {monthText(order)}
      </p>
      {order.note && <p className="whitespace-pre-line text-muted">{order.note}</p>}
      <OrderLines lines={order.lines} />
      <Field
        label="Note"
        name={`note-${order._id}`}
        value={note}
        maxLength={NOTE.maximum}
        onChange={({ target }) => setNote(target.value)}
        hint="The member who placed the order sees it."
      />
      <div className="flex flex-wrap gap-2">
        <Button
          busy={busy === 'approve'}
          title={isFirst ? 'Key A' : undefined}
          onClick={() => void decide('approve')}
        >
          Approve
        </Button>
        <Button
          variant="danger"
          busy={busy === 'decline'}
          title={isFirst ? 'Key D' : undefined}
          onClick={() => void decide('decline')}
        >
          Decline
        </Button>
      </div>
    </article>
  )
}

const Head = ({ order }: { order: WaitingOrder }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
    <h2 id={`order-${order._id}`} className="text-lg">
      {`${order.placedBy?.name ?? order.name} wants to order for ${formatTotal(order.payable)}`}
    </h2>
    <p className="text-muted text-sm">
      <Link to={orderPagePath(order._id)}>{order.number}</Link>
      {order.holdUntil && (
        <>
          , held until <DateTime iso={order.holdUntil} />
        </>
      )}
    </p>
  </div>
)

/** The keys that decide about the first order. */
function Keys({ decide }: { decide: (action: Action) => Promise<void> }) {
  useShortcuts([
    { keys: 'a', label: 'Approve the first order', run: () => void decide('approve') },
    { keys: 'd', label: 'Decline the first order', run: () => void decide('decline') },
  ])
  return null
}
