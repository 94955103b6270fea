import { useEffect, useRef, useState } from 'react'
import { refundedText } from '#features/orders/charges.ts'
import { paidPiecesBack } from '#features/orders/left-to-refund.ts'
import type { OrderDetails, OrderDispute, OrderRefund } from '#features/orders/schema.ts'
import { centsToDollars, formatTotal } from '#kit/money.ts'
import { piecesText } from '#kit/text/count-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { FactList } from '#kit/ui/list/fact-list.tsx'
import { DateTime } from '#kit/ui/mark/date-time.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { StatusBadge } from '#kit/ui/mark/status-badge.tsx'
import { refundedElsewhere } from './refund-amount.ts'
import { useRefundDraft } from './refund-draft.ts'
import { RefundForm } from './refund-form.tsx'

type RefundPanelProps = {
  order: OrderDetails
  onChanged: (order: OrderDetails) => void
  /** The order has changed since the page loaded it, or may have. */
  onRefused: () => Promise<void>
}

/** What of a paid order was refunded, by whom and why, and the form for another refund. For admins. */
export function RefundPanel({ order, onChanged, onRefused }: RefundPanelProps) {
  const { paid, refundedAmount = 0, refundableAmount = 0, refunds = [] } = order
  const draft = useRefundDraft(order._id)
  const [isOpen, setIsOpen] = useState(draft.isTyped)
  const [unconfirmed, setUnconfirmed] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  const isOpenedHere = useRef(false)
  useEffect(() => {
    if (!isOpen) return
    // Not when a draft opens the form with the page.
    if (isOpenedHere.current)
      heading.current?.closest('section')?.querySelector<HTMLElement>('[name=amount], [name=pieces]')?.focus()
    // The button that had the focus is gone when the form closes. The dialog moves the focus before.
    return () => heading.current?.focus()
  }, [isOpen])
  const isOwed = order.payment === 'account' && !paid
  if (!paid && !(isOwed && (order.dueAt !== undefined || order.progress !== undefined))) return null
  const open = () => {
    isOpenedHere.current = true
    setIsOpen(true)
  }
  const elsewhere = refundedElsewhere(refundedAmount, refunds)
  const close = () => {
    draft.discard()
    setIsOpen(false)
  }
  return (
    <section aria-labelledby="refunds" className="grid gap-3">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <h2 ref={heading} id="refunds" tabIndex={-1} className="text-lg outline-none">
          {isOwed ? 'Credit notes' : 'Refunds'}
        </h2>
        {refundableAmount > 0 && !isOpen && (
          <Button variant="secondary" size="sm" onClick={open}>
            {isOwed ? 'Credit' : 'Refund'}
          </Button>
        )}
      </div>
      <MoneyFacts order={order} />
      <RefundList order={order} refunds={refunds} elsewhere={elsewhere} />
      <PaidPiecesBack order={order} />
      {unconfirmed !== undefined && <Notice tone="waiting">{unconfirmed}</Notice>}
      {isOpen && refundableAmount > 0 && (
        <RefundForm
          order={order}
          left={refundableAmount}
          draft={draft}
          onChanged={onChanged}
          onRefused={onRefused}
          onUnconfirmed={setUnconfirmed}
          onClose={close}
        />
      )}
    </section>
  )
}

/** What became of the money of an order. */
function MoneyFacts({ order }: { order: OrderDetails }) {
  const { payable, refundedAmount = 0, refundableAmount = 0, heldAmount, disputes = [], restockedAt } = order
  return (
    <FactList
      facts={[
        { label: order.paid ? 'Paid' : 'Ordered', value: formatTotal(payable) },
        { label: 'Refunded', value: refundedAmount > 0 ? formatTotal(refundedAmount) : undefined },
        {
          label: 'Disputes',
          value: disputes.length > 0 ? disputes.map(disputeText).join('\n') : undefined,
        },
        {
          label: 'Kept by the bank',
          value: heldAmount === undefined ? undefined : formatTotal(heldAmount),
        },
        { label: order.paid ? 'Can be refunded' : 'Can be credited', value: formatTotal(refundableAmount) },
        { label: 'Back in stock', value: restockedAt && <DateTime iso={restockedAt} /> },
      ]}
    />
  )
}

const DISPUTE_STATES = { open: 'not decided', won: 'decided for the shop', lost: 'lost' } as const

/** "$50.00, not decided" */
const disputeText = ({ state, amount }: OrderDispute): string =>
  `${formatTotal(amount)}, ${DISPUTE_STATES[state]}`

/** After a refund failed that had put pieces back: they are paid, and nobody ships them. Which way it ends is the shop's to choose. */
function PaidPiecesBack({ order }: { order: OrderDetails }) {
  const { pieces, cents } = paidPiecesBack(order)
  if (cents === 0 || (order.refundableAmount ?? 0) === 0) return null
  const amount = formatTotal(centsToDollars(cents))
  return (
    <Notice tone="bad">
      {`${piecesText(pieces)} of this order went back to stock and ${pieces === 1 ? 'does' : 'do'} not ship, but ${amount} of what ${pieces === 1 ? 'it' : 'they'} cost is not refunded here. Refund it, unless the customer got it in another way.`}
    </Notice>
  )
}

type RefundListProps = { order: OrderDetails; refunds: readonly OrderRefund[]; elsewhere: number }

function RefundList({ order, refunds, elsewhere }: RefundListProps) {
  if (refunds.length === 0 && elsewhere === 0) return null
  return (
    <ul aria-labelledby="refunds" className="border-line border-t text-sm">
      {refunds.map((refund) => (
        <RefundRow key={refund._id} order={order} refund={refund} />
      ))}
      {elsewhere > 0 && (
        <li className="border-line border-b py-2">
          <span className="font-medium">{formatTotal(elsewhere)}</span>{' '}
          <span className="text-muted">refunded at the payment provider</span>
        </li>
      )}
    </ul>
  )
}

function RefundRow({ order, refund }: { order: OrderDetails; refund: OrderRefund }) {
  const { amount, state, reason, message, by, at, failure } = refund
  const parts = refundedText(refund, order)
  return (
    <li className="grid gap-1 border-line border-b py-2">
      <p className="flex flex-wrap items-center justify-between gap-x-4">
        <span className="font-medium tabular-nums">{formatTotal(amount)}</span>
        <RefundStateBadge state={state} />
      </p>
      {parts !== undefined && <p className="wrap-anywhere">{parts}</p>}
      <p className="wrap-anywhere">{reason}</p>
      {message !== undefined && (
        <p className="border-edge border-s-2 ps-2 whitespace-pre-line wrap-anywhere">{message}</p>
      )}
      <p className="text-muted wrap-anywhere">
        {by} · <DateTime iso={at} />
      </p>
      {state === 'failed' && <p className="text-bad">{failureText(failure)}</p>}
      {state === 'asked' && (
        <p className="text-muted">The payment provider has not answered yet. The shop keeps asking.</p>
      )}
    </li>
  )
}

const STATES = {
  asked: { tone: 'waiting', text: 'Not confirmed yet' },
  pending: { tone: 'waiting', text: 'Pending' },
  succeeded: { tone: 'good', text: 'Refunded' },
  failed: { tone: 'bad', text: 'Failed' },
} as const

function RefundStateBadge({ state }: Pick<OrderRefund, 'state'>) {
  const { tone, text } = STATES[state]
  return <StatusBadge tone={tone}>{text}</StatusBadge>
}

/** The provider's reasons in words; others are shown as the provider says them. */
const FAILURES: Readonly<Record<string, string>> = {
  lost_or_stolen_card: 'the card is lost or stolen',
  expired_or_canceled_card: 'the card has expired or was cancelled',
  charge_for_pending_refund_disputed: 'the customer disputed the payment',
  insufficient_funds: 'the shop’s balance is too small',
  declined: 'the bank declined it',
  merchant_request: 'it was cancelled at the payment provider',
  unknown: 'the bank returned it without a reason',
}

const failureText = (failure = 'unknown'): string =>
  `The money is not back: ${FAILURES[failure] ?? failure}. Refund it again, or pay it back in another way.`
