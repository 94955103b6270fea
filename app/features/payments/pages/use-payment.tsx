import type { PaymentIntent, Stripe, StripeCardElement } from '@stripe/stripe-js'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { signOutIfUnauthorized } from '#features/accounts/components.tsx'
import type { Order } from '#features/orders/schema.ts'
import { settleOrder, startPayment } from '#features/payments/client.ts'
import { ProblemError } from '#kit/browser/client.ts'
import { notify } from '#kit/ui/toaster.tsx'
import { paymentRefusals } from '../refusals.ts'
import { paymentTexts } from '../texts.ts'

const LOOK_AGAIN_MS = 2000
const READ_FOR_MS = 2500
const NOT_COMPLETED = 'The payment was not completed. Nothing was charged; try again.'
/** Errors after which nobody knows whether the card was charged. */
const LOST_ANSWERS: readonly (string | undefined)[] = ['api_connection_error', 'api_error']
/** Of an intent whose card is no longer to be chosen. */
const TAKEN: readonly string[] = ['processing', 'succeeded']
const UNREACHABLE = 'The payment provider could not be reached. Check the connection and try again.'

/**
 * Where a payment stands. `open`: waits for a card; `error` is why the last one was not taken. `processing`: the
 * provider has it and has not decided. `charged`: it succeeded, and the shop has not heard of it. `settled`: it has.
 * `paid already`: it succeeded without a card of this page, as in another tab.
 */
export type Stage =
  | { readonly kind: 'starting' }
  | { readonly kind: 'not started'; readonly error: unknown }
  | { readonly kind: 'open'; readonly clientSecret: string; readonly error?: string | undefined }
  | { readonly kind: 'paying' | 'processing'; readonly clientSecret: string }
  | { readonly kind: 'charged'; readonly transactionId: string; readonly error?: unknown }
  | { readonly kind: 'settled' | 'paid already'; readonly transactionId: string }

/** Pays an order: one intent, one charge, however often and from wherever it is tried. */
export function usePayment(order: Order, stripe: Stripe | null) {
  const [stage, setStage] = useState<Stage>({ kind: 'starting' })
  const { revalidate } = useRevalidator()
  const underWay = useRef(false)
  const mayHaveCharged = useRef(false)

  const start = async () => {
    setStage({ kind: 'starting' })
    try {
      setStage({ kind: 'open', clientSecret: await startPayment(order) })
    } catch (error) {
      if (signOutIfUnauthorized(error)) return
      // The page then shows the order as it is now.
      if (isPaidOrCancelled(error)) return revalidate()
      setStage({ kind: 'not started', error })
    }
  }

  const settle = async (transactionId: string) => {
    setStage({ kind: 'charged', transactionId })
    try {
      await settleOrder(order._id, transactionId)
      setStage({ kind: 'settled', transactionId })
    } catch (error) {
      if (!signOutIfUnauthorized(error)) setStage({ kind: 'charged', transactionId, error })
    }
  }

  /** The tab that paid tells the shop as well; one of them is enough. */
  const tellPaidAlready = async (transactionId: string) => {
    setStage({ kind: 'paid already', transactionId })
    await settleOrder(order._id, transactionId).catch(signOutIfUnauthorized)
  }

  /** Goes where the intent is; `refusal` is why the card was not taken, if one was tried. */
  const follow = async (intent: PaymentIntent, clientSecret: string, refusal?: string) => {
    if (intent.status === 'succeeded')
      return mayHaveCharged.current ? settle(intent.id) : tellPaidAlready(intent.id)
    if (intent.status === 'canceled') return start()
    if (intent.status === 'processing') return setStage({ kind: 'processing', clientSecret })
    setStage({ kind: 'open', clientSecret, error: refusal })
  }

  const pay = async (card: StripeCardElement) => {
    if (underWay.current || !stripe || stage.kind !== 'open') return
    underWay.current = true
    const { clientSecret } = stage
    setStage({ kind: 'paying', clientSecret })
    const confirmed = await confirm(stripe, clientSecret, card, order)
    mayHaveCharged.current = mayHaveBeenCharged(confirmed, mayHaveCharged.current)
    const intent = confirmed.paymentIntent ?? confirmed.error?.payment_intent
    const refusal = confirmed.error?.message ?? NOT_COMPLETED
    if (intent) await follow(intent, clientSecret, refusal)
    else setStage({ kind: 'open', clientSecret, error: refusal })
    underWay.current = false
  }

  const begin = useEffectEvent(start)
  useEffect(() => void begin(), [])

  useFollowing(stage, stripe, follow, mayHaveCharged)
  useLeaving(stage)

  const retrySettling = () => {
    if (stage.kind === 'charged') void settle(stage.transactionId)
  }
  return { stage, pay, start, retrySettling }
}

/** The order was paid or cancelled in another tab, or on a visit that broke off. */
const isPaidOrCancelled = (error: unknown): boolean =>
  error instanceof ProblemError && [paymentRefusals.alreadyPaid.code, 'not_found'].includes(error.code)

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
    const type = 'api_connection_error' as const
    return { paymentIntent: undefined, error: { type, message: UNREACHABLE, payment_intent: undefined } }
  }
}

/**
 * Whether a card of this page may be what pays the order: it was taken, or the answer was lost. `earlier` is the same of
 * the tries before. A provider that refuses the card since the order is being paid, or is paid, has not used it.
 */
function mayHaveBeenCharged(
  { paymentIntent, error }: Awaited<ReturnType<typeof confirm>>,
  earlier: boolean,
): boolean {
  if (paymentIntent) return true
  if (!error.payment_intent) return earlier || LOST_ANSWERS.includes(error.type)
  return earlier && TAKEN.includes(error.payment_intent.status)
}

/**
 * Asks the provider how the intent stands: when the page opens, since an earlier visit may have left it processing,
 * whenever the customer comes back to the page, since another tab may have paid or cancelled, and again and again while
 * it is processing.
 */
function useFollowing(
  stage: Stage,
  stripe: Stripe | null,
  follow: (intent: PaymentIntent, clientSecret: string, refusal?: string) => Promise<void>,
  mayHaveCharged: RefObject<boolean>,
): void {
  const secret = 'clientSecret' in stage ? stage.clientSecret : undefined
  const isProcessing = stage.kind === 'processing'
  const arrive = useEffectEvent((intent: PaymentIntent) => {
    if (stage.kind !== 'open' && stage.kind !== 'processing') return
    if (stage.kind === 'open' && ![...TAKEN, 'canceled'].includes(intent.status)) return
    // Of an earlier visit, and no card was given on this one: the page goes on with it as with its own.
    if (stage.kind === 'open' && intent.status === 'processing') mayHaveCharged.current = true
    void follow(intent, stage.clientSecret, intent.last_payment_error?.message ?? NOT_COMPLETED)
  })

  useEffect(() => {
    if (!stripe || !secret) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isLeft = false
    const look = async () => {
      clearTimeout(timer)
      const answer = await stripe.retrievePaymentIntent(secret).catch(() => undefined)
      if (isLeft) return
      if (answer?.paymentIntent) arrive(answer.paymentIntent)
      clearTimeout(timer)
      if (isProcessing) timer = setTimeout(look, LOOK_AGAIN_MS)
    }
    const lookWhenSeen = () => {
      if (document.visibilityState === 'visible') void look()
    }
    void look()
    document.addEventListener('visibilitychange', lookWhenSeen)
    window.addEventListener('focus', lookWhenSeen)
    return () => {
      isLeft = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', lookWhenSeen)
      window.removeEventListener('focus', lookWhenSeen)
    }
  }, [stripe, secret, isProcessing])
}

/** Leaves for the dashboard once the good news could be read. */
function useLeaving({ kind }: Stage): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (kind !== 'settled') return
    const timer = setTimeout(() => {
      notify.success(paymentTexts.toast)
      void navigate('/dashboard')
    }, READ_FOR_MS)
    return () => clearTimeout(timer)
  }, [kind, navigate])
}
