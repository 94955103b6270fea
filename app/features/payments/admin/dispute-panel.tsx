import { useEffect, useState } from 'react'
import { signOutIfUnauthorized } from '#features/accounts/components.tsx'
import { saveTexts } from '#features/documents/texts.ts'
import type { OrderMessage } from '#features/order-messages/schema.ts'
import type { OrderDetails, OrderDispute } from '#features/orders/schema.ts'
import { problemText } from '#kit/browser/client.ts'
import { formatTotal } from '#kit/money.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { FactList } from '#kit/ui/list/fact-list.tsx'
import { DateTime } from '#kit/ui/mark/date-time.tsx'
import { AlertIcon, ExternalIcon } from '#kit/ui/mark/icons.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { fetchPaymentConfig, type PaymentConfig } from '../client.ts'
import { disputeReasonText } from '../texts.ts'

type DisputePanelProps = {
  order: OrderDetails
  /** The messages with the customer, for staff who may read them. */
  messages: readonly OrderMessage[]
}

/** The open disputes of an order: why, how much, until when, where they are answered, and what can be sent. None without one. */
export function DisputePanel({ order, messages }: DisputePanelProps) {
  const open = (order.disputes ?? []).filter(({ state }) => state === 'open')
  if (open.length === 0) return null
  return (
    <section aria-labelledby="dispute" className="grid gap-4 rounded border border-bad-edge p-4">
      <h2 id="dispute" className="flex items-center gap-2 text-lg">
        <AlertIcon size={20} className="text-bad" />
        The payment is disputed at the bank
      </h2>
      <p className="text-sm">
        What is not shipped is held back: it ships only after a question. If the dispute is lost, the money is
        gone, and pieces that were shipped are too.
      </p>
      {open.map((dispute) => (
        <OneDispute key={dispute._id} dispute={dispute} />
      ))}
      <Evidence order={order} messages={messages} />
    </section>
  )
}

function OneDispute({ dispute: { _id, amount, reason, dueAt, answered } }: { dispute: OrderDispute }) {
  const url = useDisputeUrl(_id)
  return (
    <div className="grid gap-2">
      <FactList
        facts={[
          { label: 'Amount', value: formatTotal(amount) },
          { label: 'Reason', value: reason && disputeReasonText(reason) },
          { label: 'Answer by', value: !answered && dueAt && <DateTime iso={dueAt} /> },
          { label: 'State', value: answered ? 'Answered, the bank decides' : 'Not answered yet' },
        ]}
      />
      {url !== undefined && (
        <a href={url} target="_blank" rel="noreferrer" className="inline-flex items-center gap-1 text-sm">
          Answer in Stripe
          <ExternalIcon />
        </a>
      )}
    </div>
  )
}

/** The page of a dispute in the dashboard of Stripe; none in a shop with the sandbox. */
export function disputeUrl(
  { payments, stripePublishableKey }: PaymentConfig,
  disputeId: string,
): string | undefined {
  if (payments !== 'stripe') return undefined
  const mode = stripePublishableKey.startsWith('pk_test_') ? 'test/' : ''
  return `https://dashboard.stripe.com/${mode}disputes/${encodeURIComponent(disputeId)}`
}

function useDisputeUrl(disputeId: string): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    let isCurrent = true
    fetchPaymentConfig().then(
      (config) => isCurrent && setUrl(disputeUrl(config, disputeId)),
      // The dispute is named in Stripe too.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [disputeId])
  return url
}

/** What the shop has that shows who ordered, where it went and what was said. */
function Evidence({ order, messages }: DisputePanelProps) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const { saveEvidence } = await import('./evidence.ts')
      notify.success(saveTexts.saved(await saveEvidence(order, messages)))
    } catch (error) {
      if (!signOutIfUnauthorized(error)) notify.error(problemText(error))
    }
    setBusy(false)
  }
  return (
    <div className="grid justify-items-start gap-2 text-sm">
      <h3 className="font-medium">What can be sent as evidence</h3>
      <ul className="list-disc ps-5">
        {evidenceOf(order, messages.length).map((text) => (
          <li key={text} className="wrap-anywhere">
            {text}
          </li>
        ))}
      </ul>
      {order.paid && (
        <Button variant="secondary" size="sm" busy={busy} onClick={() => void save()}>
          Save the papers and texts as a ZIP
        </Button>
      )}
    </div>
  )
}

/** What there is of this order, in words. */
export function evidenceOf(
  { shipments, name, addressLines, refundedAmount = 0 }: OrderDetails,
  messages: number,
): string[] {
  const tracked = shipments.flatMap(({ carrier, tracking }) =>
    tracking === undefined ? [] : [[carrier, tracking].filter(Boolean).join(' ')],
  )
  return [
    'The invoice and the order confirmation, below under Documents',
    `Where it goes: ${[name, ...addressLines].join(', ')}`,
    ...(shipments.length > 0 ? ['The packing slips, below under Shipments'] : []),
    ...tracked.map((parcel) => `Proof of delivery from the carrier: ${parcel}`),
    ...(messages > 0
      ? [
          messages === 1
            ? 'The message with the customer'
            : `The ${formatCount(messages)} messages with the customer`,
        ]
      : []),
    ...(refundedAmount > 0 ? [`The credit note: ${formatTotal(refundedAmount)} was refunded`] : []),
  ]
}
