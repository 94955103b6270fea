import { CardElement, Elements, useElements } from '@stripe/react-stripe-js'
import type { StripeCardElement } from '@stripe/stripe-js'
import { type ReactNode, useState } from 'react'
import type { Order } from '#features/orders/schema.ts'
import type { PaymentConfig } from '#features/payments/client.ts'
import { useStripeScript } from '#features/payments/pages/use-stripe-script.ts'
import { problemText } from '#kit/http/client.ts'
import { formatTotal } from '#kit/money.ts'
import { Button } from '#kit/ui/button.tsx'
import { FailureState } from '#kit/ui/failure-state.tsx'
import { AlertIcon } from '#kit/ui/icons.tsx'
import { Skeleton } from '#kit/ui/skeleton.tsx'
import { PaymentNews } from './payment-news.tsx'
import { type Stage, usePayment } from './use-payment.tsx'

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

type CardFormProps = {
  stage: Stage
  /** The provider's script is there. */
  isReady: boolean
  order: Order
  /** The sandbox's card brings boxes of its own. */
  isBare: boolean
  pay: (card: StripeCardElement) => Promise<void>
}

function CardForm({ stage, isReady, order, isBare, pay }: CardFormProps) {
  const elements = useElements()
  const [look] = useState(cardLook)
  const isOpen = stage.kind === 'open' || stage.kind === 'paying'
  const submit = () => {
    const card = elements?.getElement(CardElement)
    if (card) void pay(card)
  }
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <CardBox isBare={isBare} isReady={isReady}>
        <CardElement
          id="card"
          options={{ disabled: stage.kind !== 'open' && stage.kind !== 'starting', style: look }}
        />
      </CardBox>
      <Button type="submit" busy={stage.kind === 'paying'} disabled={!isReady || !isOpen} className="w-full">
        {`Pay ${formatTotal(order.totalPrice)}`}
      </Button>
      <div role="alert">
        {stage.kind === 'open' && stage.error && (
          <p className="flex items-start gap-2 text-bad">
            <AlertIcon size={20} className="mt-0.5" />
            {stage.error}
          </p>
        )}
      </div>
    </form>
  )
}

/** Keeps the height that the card will have, so that nothing moves when the script arrives. */
function CardBox({ isBare, isReady, children }: { isBare: boolean; isReady: boolean; children: ReactNode }) {
  if (isBare) {
    return (
      <div className="relative min-h-[9.75rem]">
        {!isReady && <Skeleton className="absolute inset-x-0 top-6 h-11" />}
        {children}
      </div>
    )
  }
  return (
    <div className="min-h-11 rounded border border-edge px-3 py-2.5">
      {!isReady && <Skeleton className="h-5 w-40" />}
      {children}
    </div>
  )
}

/** The provider's field is a page of its own, where the shop's style sheets do not reach. */
function cardLook() {
  const { color, fontFamily } = getComputedStyle(document.body)
  const muted = getComputedStyle(document.documentElement).getPropertyValue('--color-muted')
  return { base: { color, fontFamily, fontSize: '16px', '::placeholder': { color: muted } } }
}
