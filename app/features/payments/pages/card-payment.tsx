import { Elements } from '@stripe/react-stripe-js'
import type { Order } from '#features/orders/schema.ts'
import type { PaymentConfig } from '#features/payments/client.ts'
import { useStripeScript } from '#features/payments/pages/use-stripe-script.ts'
import { problemText } from '#kit/browser/client.ts'
import { FailureState } from '#kit/ui/failure-state.tsx'
import { CardForm } from './card-form.tsx'
import { PaymentNews } from './payment-news.tsx'
import { usePayment } from './use-payment.tsx'

type CardPaymentProps = { order: Order; config: PaymentConfig }

/** The card form and everything that paying with it can come to. */
export function CardPayment({ order, config }: CardPaymentProps) {
  const { stripe, trouble } = useStripeScript(config)
  const { stage, pay, start, retrySettling } = usePayment(order, stripe)
  return (
    <section aria-labelledby="card-payment" className="grid gap-4">
      <h2 id="card-payment">Card</h2>
      {config.payments === 'sandbox' && <SandboxHint />}
      {trouble && <ScriptTrouble trouble={trouble} />}
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
          isWaiting={stripe === null && trouble !== 'blocked'}
          order={order}
          isBare={config.payments === 'sandbox'}
          pay={pay}
        />
      </Elements>
      <PaymentNews stage={stage} onRetry={retrySettling} />
    </section>
  )
}

function SandboxHint() {
  return (
    <p className="rounded border border-wait-edge bg-wait-tint px-4 py-3 text-sm text-wait">
      Sandbox: no card is charged. Pay with the test card{' '}
      <span className="whitespace-nowrap font-medium">4242 4242 4242 4242</span>, any date to come and any
      CVC.
    </p>
  )
}

function ScriptTrouble({ trouble }: { trouble: 'blocked' | 'slow' }) {
  return (
    <FailureState
      title={trouble === 'slow' ? 'The card form takes long to load' : 'The card form could not be loaded'}
      detail="It comes from the payment provider. A blocker or a weak connection can keep it away."
      // The whole page, since browsers remember that a script failed.
      onRetry={() => window.location.reload()}
    />
  )
}
