import { useEffect, useRef } from 'react'
import { TransactionId } from '#features/order-page/order-page.ts'
import { CopyAddress } from '#kit/ui/form/copy-address.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { paymentTexts, receiptTexts } from '../texts.ts'
import { Moment } from './moment.tsx'

type PaidByLinkProps = {
  /** ISO 8601; absent until the page has read it. */
  paidAt: string | undefined
  /** Of the payment with a card of this page. */
  transactionId: string | undefined
  /** The order was unpaid when the page was opened, so that a card may have been entered. */
  wasUnpaid: boolean
  /** The address of the receipt; absent until the page has read it. */
  receipt: string | undefined
}

/** The outcome: the payment of this page, or one that was made elsewhere. Focused, since it replaces the form. */
export function PaidByLink({ paidAt, transactionId, wasUnpaid, receipt }: PaidByLinkProps) {
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
      {receipt && (
        <div className="mt-4 grid gap-2">
          <p>
            <a href={new URL(receipt).pathname}>{receiptTexts.receipt}</a>
          </p>
          <CopyAddress url={receipt} label={receiptTexts.address}>
            {receiptTexts.keep}
          </CopyAddress>
        </div>
      )}
    </div>
  )
}
