import { useEffect, useRef } from 'react'
import { TransactionId } from '#features/orders/components.tsx'
import { dateTimeText } from '#kit/moment-text.ts'
import { Notice } from '#kit/ui/notice.tsx'
import { useIsHydrated } from '#kit/ui/use-is-hydrated.ts'
import { paymentTexts } from '../texts.ts'

type PaidByLinkProps = {
  /** ISO 8601; absent until the page has read it. */
  paidAt: string | undefined
  /** Of the payment with a card of this page. */
  transactionId: string | undefined
  /** The order was unpaid when the page was opened, so that a card may have been entered. */
  wasUnpaid: boolean
}

/** The outcome: the payment of this page, or one that was made elsewhere. Focused, since it replaces the form. */
export function PaidByLink({ paidAt, transactionId, wasUnpaid }: PaidByLinkProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (wasUnpaid) box.current?.focus()
  }, [wasUnpaid])
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      <Notice tone="good">
        <p className="font-medium">{transactionId ? paymentTexts.congrats : 'This order is paid.'}</p>
        <p>{transactionId ? paymentTexts.done : wasUnpaid && 'The card on this page was not used.'}</p>
        {paidAt && <p>Paid on {<Moment iso={paidAt} />}.</p>}
        {transactionId && <TransactionId id={transactionId} />}
      </Notice>
      <p className="mt-3 text-muted text-sm">
        There is nothing else to do here. This page can be opened for an hour after the payment.
      </p>
    </div>
  )
}

/** In the reader's time zone as soon as the browser has said which that is. */
function Moment({ iso }: { iso: string }) {
  const isHydrated = useIsHydrated()
  return <time dateTime={iso}>{isHydrated ? dateTimeText(iso) : `${dateTimeText(iso, 'UTC')} UTC`}</time>
}
