import { type ReactNode, useEffect, useRef } from 'react'
import { TransactionId } from '#features/order-page/order-page.ts'
import { ProblemError, problemText } from '#kit/browser/client.ts'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { CheckIcon, InfoIcon } from '#kit/ui/mark/icons.tsx'
import { SpinnerRing } from '#kit/ui/mark/spinner.tsx'
import { FailureState } from '#kit/ui/page/failure-state.tsx'
import { paymentTexts } from '../texts.ts'
import type { Stage } from './use-payment.tsx'

type PaymentOutcomeProps = {
  stage: Stage
  /** Where to go on from an order that was paid already. */
  next: ReactNode
  onRetry: () => void
}

/** The payment's outcome. The live region is rendered before its content, so that screen readers announce the content. */
export function PaymentOutcome({ stage, next, onRetry }: PaymentOutcomeProps) {
  return (
    <>
      <div role="status">
        {stage.kind === 'processing' && <Processing />}
        {(stage.kind === 'charged' || stage.kind === 'settled') && (
          <Success transactionId={stage.transactionId} />
        )}
        {stage.kind === 'paid already' && (
          <PaidAlready transactionId={stage.transactionId}>{next}</PaidAlready>
        )}
      </div>
      {stage.kind === 'charged' && stage.error !== undefined && (
        <NotSettled error={stage.error} onRetry={onRetry} />
      )}
    </>
  )
}

function Processing() {
  return (
    <Box className="border-wait-edge bg-wait-tint text-wait" icon={<SpinnerRing />}>
      <p>Your payment is being processed. This page goes on by itself as soon as your bank has answered.</p>
    </Box>
  )
}

function Success({ transactionId }: { transactionId: string }) {
  return (
    <Box className="border-good-edge bg-good-tint text-good" icon={<CheckIcon size={20} />}>
      <p className="font-medium">{paymentTexts.congrats}</p>
      <p>{paymentTexts.done}</p>
      <TransactionId id={transactionId} />
    </Box>
  )
}

/** The order was paid in another tab or on an earlier visit, while the customer may have entered a card here. */
function PaidAlready({ transactionId, children }: { transactionId: string; children: ReactNode }) {
  return (
    <Box className="border-wait-edge bg-wait-tint text-wait" icon={<InfoIcon size={20} />}>
      <p className="font-medium">This order was paid already.</p>
      <p>The card on this page was not used.</p>
      <TransactionId id={transactionId} />
      {children && <div className="mt-2">{children}</div>}
    </Box>
  )
}

/** A box that scrolls into view: on a phone it is rendered below the visible part of the page. */
function Box({ className, icon, children }: { className: string; icon: ReactNode; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={box} className={classNames('flex items-start gap-3 rounded border px-4 py-3', className)}>
      <span className="mt-0.5">{icon}</span>
      <div className="grid min-w-0 justify-items-start">{children}</div>
    </div>
  )
}

/** The card was charged: trying again only settles the order, and charges nothing. */
function NotSettled({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (error instanceof ProblemError && error.status === 409) {
    return <FailureState title="The shop cannot take this payment" detail={problemText(error)} />
  }
  return (
    <FailureState
      title="Your payment went through, but the shop has not heard of it yet"
      detail={`${problemText(error)} You will not be charged again.`}
      onRetry={onRetry}
    />
  )
}
