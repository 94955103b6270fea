import type { PaymentIntent, Stripe, StripeCardElement } from '@stripe/stripe-js'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { endDeadSession } from '#features/accounts/parts.tsx'
import type { Order } from '#features/orders/schema.ts'
import { settleOrder, startPayment } from '#features/payments/client.ts'
import { ProblemError } from '#kit/http/client.ts'
import { texts } from '#kit/texts.ts'
import { notify } from '#kit/ui/toaster.tsx'

const LOOK_AGAIN_MS = 2000
const READ_FOR_MS = 2500
const NOT_COMPLETED = 'The payment was not completed. Nothing was charged; try again.'
const UNREACHABLE = 'The payment provider could not be reached. Check the connection and try again.'

/**
 * Where a payment stands. `open`: waits for a card; `error` is why the last one was not taken. `processing`: the
 * provider has it and has not decided. `charged`: it succeeded, and the shop has not heard of it. `settled`: it has.
 */
export type Stage =
  | { readonly kind: 'starting' }
  | { readonly kind: 'not started'; readonly error: unknown }
  | { readonly kind: 'open'; readonly clientSecret: string; readonly error?: string | undefined }
  | { readonly kind: 'paying' | 'processing'; readonly clientSecret: string }
  | { readonly kind: 'charged'; readonly transactionId: string; readonly error?: unknown }
  | { readonly kind: 'settled'; readonly transactionId: string }

/** Pays an order: one intent, one charge, however often and from wherever it is tried. */
export function usePayment(order: Order, stripe: Stripe | null) {
  const [stage, setStage] = useState<Stage>({ kind: 'starting' })
  const { revalidate } = useRevalidator()
  const underWay = useRef(false)

  const start = async () => {
    setStage({ kind: 'starting' })
    try {
      setStage({ kind: 'open', clientSecret: await startPayment(order) })
    } catch (error) {
      if (endDeadSession(error)) return
      // Paid in another tab, or on a visit that broke off: the page then shows the order as it is now.
      if (error instanceof ProblemError && error.code === 'already_paid') return revalidate()
      setStage({ kind: 'not started', error })
    }
  }

  const settle = async (transactionId: string) => {
    setStage({ kind: 'charged', transactionId })
    try {
      await settleOrder(order._id, transactionId)
      setStage({ kind: 'settled', transactionId })
    } catch (error) {
      if (!endDeadSession(error)) setStage({ kind: 'charged', transactionId, error })
    }
  }

  /** Goes where the intent is; `refusal` is why the card was not taken, if one was tried. */
  const follow = async (intent: PaymentIntent, clientSecret: string, refusal?: string) => {
    if (intent.status === 'succeeded') return settle(intent.id)
    if (intent.status === 'canceled') return start()
    if (intent.status === 'processing') return setStage({ kind: 'processing', clientSecret })
    setStage({ kind: 'open', clientSecret, error: refusal })
  }

  const pay = async (card: StripeCardElement) => {
    if (underWay.current || !stripe || stage.kind !== 'open') return
    underWay.current = true
    const { clientSecret } = stage
    setStage({ kind: 'paying', clientSecret })
    const { paymentIntent, error } = await confirm(stripe, clientSecret, card, order)
    const intent = paymentIntent ?? error?.payment_intent
    const refusal = error?.message ?? NOT_COMPLETED
    if (intent) await follow(intent, clientSecret, refusal)
    else setStage({ kind: 'open', clientSecret, error: refusal })
    underWay.current = false
  }

  const begin = useEffectEvent(start)
  useEffect(() => void begin(), [])

  useFollowing(stage, stripe, follow)
  useLeaving(stage)

  const retrySettling = () => {
    if (stage.kind === 'charged') void settle(stage.transactionId)
  }
  return { stage, pay, start, retrySettling }
}

async function confirm(
  stripe: Stripe,
  clientSecret: string,
  card: StripeCardElement,
  { name, email }: Order,
) {
  try {
    return await stripe.confirmCardPayment(clientSecret, {
      payment_method: { card, billing_details: { name, email } },
    })
  } catch {
    return { paymentIntent: undefined, error: { message: UNREACHABLE, payment_intent: undefined } }
  }
}

/**
 * Asks the provider how the intent stands: once when the page opens, since an earlier visit may have left it
 * processing, and again and again while it is.
 */
function useFollowing(
  stage: Stage,
  stripe: Stripe | null,
  follow: (intent: PaymentIntent, clientSecret: string, refusal?: string) => Promise<void>,
): void {
  const secret = 'clientSecret' in stage ? stage.clientSecret : undefined
  const isProcessing = stage.kind === 'processing'
  const arrive = useEffectEvent((intent: PaymentIntent) => {
    if (stage.kind !== 'open' && stage.kind !== 'processing') return
    if (stage.kind === 'open' && !['processing', 'succeeded'].includes(intent.status)) return
    void follow(intent, stage.clientSecret, intent.last_payment_error?.message ?? NOT_COMPLETED)
  })

  useEffect(() => {
    if (!stripe || !secret) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isLeft = false
    const look = async () => {
      const answer = await stripe.retrievePaymentIntent(secret).catch(() => undefined)
      if (isLeft) return
      if (answer?.paymentIntent) arrive(answer.paymentIntent)
      if (isProcessing) timer = setTimeout(look, LOOK_AGAIN_MS)
    }
    void look()
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [stripe, secret, isProcessing])
}

/** Leaves for the dashboard once the good news could be read. */
function useLeaving({ kind }: Stage): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (kind !== 'settled') return
    const timer = setTimeout(() => {
      notify.success(texts.payment.toast)
      void navigate('/dashboard')
    }, READ_FOR_MS)
    return () => clearTimeout(timer)
  }, [kind, navigate])
}
