import { useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { problemText } from '#kit/browser/client.ts'
import { formatTotal } from '#kit/money.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { usePolled } from '#kit/ui/list/use-polled.ts'
import { CopyId } from '#kit/ui/mark/copy-id.tsx'
import { DateTime } from '#kit/ui/mark/date-time.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { ConfirmDialog } from '#kit/ui/overlay/confirm-dialog.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { Section } from '#kit/ui/page/page-layout.tsx'
import { decideLostPayment, fetchUnmatchedPayments } from '../client.ts'
import type { UnmatchedPayment } from '../schema.ts'

const NONE: UnmatchedPayment[] = []

const STATES = {
  waiting: 'Waits for your decision',
  kept: 'Kept',
  refunding: 'Being refunded',
  refunded: 'Refunded',
  failed: 'The refund failed and is tried again',
} as const

/** The payments of orders that this database has not, after a restore; nothing when there are none. */
export function LostPayments() {
  const { data, change } = usePolled(NONE, fetchUnmatchedPayments, signOutIfForbidden)
  const [asked, setAsked] = useState<UnmatchedPayment>()
  const decide = async ({ _id }: UnmatchedPayment, decision: 'refund' | 'keep') => {
    setAsked(undefined)
    try {
      const decided = await decideLostPayment(_id, decision)
      change(() => decided)
      notify.success(decision === 'refund' ? 'The payment is being refunded' : 'The payment is kept')
    } catch (thrown) {
      if (!signOutIfForbidden(thrown)) notify.error(problemText(thrown))
    }
  }
  const lost = data.filter(({ isLost }) => isLost)
  if (lost.length === 0) return null
  return (
    <Section
      title="Payments of lost orders"
      lead="These were paid, and this database does not know their orders or that they were paid: a backup from before was restored."
    >
      <div className="grid gap-3">
        {lost.some(({ state }) => state === 'waiting') && (
          <Notice tone="waiting">
            Find out at the payment provider who paid, and whether the order was shipped. Refund what was not,
            and keep what was.
          </Notice>
        )}
        <ul className="border-line border-t text-sm">
          {lost.map((payment) => (
            <LostPayment key={payment._id} payment={payment} onRefund={setAsked} onKeep={decide} />
          ))}
        </ul>
      </div>
      <ConfirmDialog
        open={asked !== undefined}
        title={`Refund ${formatTotal(asked?.amount ?? 0)}?`}
        body="All of it goes back to the card that paid it. It cannot be undone."
        yes="Refund"
        no="Not now"
        onConfirm={() => asked && void decide(asked, 'refund')}
        onClose={() => setAsked(undefined)}
      />
    </Section>
  )
}

type LostPaymentProps = {
  payment: UnmatchedPayment
  onRefund: (payment: UnmatchedPayment) => void
  onKeep: (payment: UnmatchedPayment, decision: 'keep') => Promise<void>
}

function LostPayment({ payment, onRefund, onKeep }: LostPaymentProps) {
  const { _id, amount, at, state } = payment
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b py-2">
      <div className="min-w-0">
        <p>
          <span className="font-medium tabular-nums">{formatTotal(amount)}</span>
          <span className="text-muted">
            {' · '}
            <DateTime iso={at} />
          </span>
        </p>
        <p className="text-muted">{STATES[state]}</p>
        <CopyId value={_id} what="transaction id" />
      </div>
      {(state === 'waiting' || state === 'kept') && (
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" size="sm" onClick={() => onRefund(payment)}>
            Refund
          </Button>
          {state === 'waiting' && (
            <Button variant="secondary" size="sm" onClick={() => void onKeep(payment, 'keep')}>
              Keep
            </Button>
          )}
        </div>
      )}
    </li>
  )
}
