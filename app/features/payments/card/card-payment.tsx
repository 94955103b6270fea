import { Elements } from '@stripe/react-stripe-js'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { problemText } from '#kit/browser/client.ts'
import { FailureState } from '#kit/ui/page/failure-state.tsx'
import type { PaymentConfig } from '../client.ts'
import { CardForm } from './card-form.tsx'
import { PaymentOutcome } from './payment-outcome.tsx'
import { type Payable, type Stage, usePayment } from './use-payment.tsx'
import { useStripeScript } from './use-stripe-script.ts'

type CardPaymentProps = {
  payable: Payable
  config: PaymentConfig
  /** Where to go on from an order that was paid already. */
  next?: ReactNode
  /** Told whether a card is being charged, or was: then the form has to stay. */
  onBusy?: (isBusy: boolean) => void
}

/** The card form and the outcome of paying with it. */
export function CardPayment({ payable, config, next, onBusy }: CardPaymentProps) {
  const { stripe, failure } = useStripeScript(config)
  const { stage, pay, start, retrySettling } = usePayment(payable, stripe)
  useBusy(stage, onBusy)
  return (
    <section aria-labelledby="card-payment" className="grid gap-4">
      <h2 id="card-payment">Card</h2>
      {config.payments === 'sandbox' && <SandboxHint />}
      {failure && <ScriptFailure failure={failure} />}
      {stage.kind === 'not started' && (
        <FailureState
          title="The payment could not be started"
          detail={problemText(stage.error)}
          onRetry={start}
        />
      )}
      <Elements stripe={stripe} options={{ locale: 'en' }}>
        <CardForm
          stage={stage}
          isReady={stripe !== null}
          isWaiting={stripe === null && failure !== 'blocked'}
          amount={payable.amount}
          isBare={config.payments === 'sandbox'}
          pay={pay}
        />
      </Elements>
      <PaymentOutcome stage={stage} next={next} onRetry={retrySettling} />
    </section>
  )
}

const BUSY: readonly Stage['kind'][] = ['paying', 'processing', 'charged', 'settled']

function useBusy({ kind }: Stage, onBusy: CardPaymentProps['onBusy']): void {
  const isBusy = BUSY.includes(kind)
  const tell = useEffectEvent((busy: boolean) => onBusy?.(busy))
  useEffect(() => tell(isBusy), [isBusy])
}

function SandboxHint() {
  return (
    <p className="rounded border border-wait-edge bg-wait-tint px-4 py-3 text-sm text-wait">
      Sandbox: no card is charged. Pay with the test card{' '}
      <span className="whitespace-nowrap font-medium">4242 4242 4242 4242</span>, any future date and any CVC.
    </p>
  )
}

function ScriptFailure({ failure }: { failure: 'blocked' | 'slow' }) {
  return (
    <FailureState
      title={failure === 'slow' ? 'The card form takes long to load' : 'The card form could not be loaded'}
      detail="It comes from the payment provider. A blocker or a weak connection can keep it away."
      // Reloads the whole page, since browsers cache the failure of a script.
      onRetry={() => window.location.reload()}
    />
  )
}
