import type { PaymentIntent, Stripe, StripeCardElement } from '@stripe/stripe-js'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ProblemError } from '#kit/browser/client.ts'
import { paymentRefusals } from '../refusals.ts'

const POLL_MS = 2000
const NOT_COMPLETED = 'The payment was not completed. Nothing was charged; try again.'
/** Errors after which it is unknown whether the card was charged. */
const UNKNOWN_OUTCOMES: readonly (string | undefined)[] = ['api_connection_error', 'api_error']
/** Statuses of an intent that accepts no other card. */
const CARD_ACCEPTED: readonly string[] = ['processing', 'succeeded']
const OPENED_ELSEWHERE = 'The payment was opened elsewhere meanwhile. Nothing was charged; try again.'
const UNREACHABLE = 'The payment provider could not be reached. Check the connection and try again.'

/** Why a payment was refused: by a field of the card before anything was sent, or by the provider. */
export interface Refusal {
  readonly text: string
  readonly at: 'field' | 'form'
}

const atForm = (text: string = NOT_COMPLETED): Refusal => ({ text, at: 'form' })

/**
 * The state of a payment. `open`: waits for a card; `error` is why the last one was refused. `processing`: the provider
 * has not decided yet. `charged`: it succeeded, and the order is not settled yet. `settled`: the order is settled.
 * `paid already`: it succeeded without a card of this page, for example in another tab.
 */
export type Stage =
  | { readonly kind: 'starting' }
  | { readonly kind: 'not started'; readonly error: unknown }
  | { readonly kind: 'open'; readonly clientSecret: string; readonly error?: Refusal | undefined }
  | { readonly kind: 'paying' | 'processing'; readonly clientSecret: string }
  | { readonly kind: 'charged'; readonly transactionId: string; readonly error?: unknown }
  | { readonly kind: 'settled' | 'paid already'; readonly transactionId: string }

/** What a page pays: an order, by the calls that its reader may make. */
export interface Payable {
  /** What is charged, in dollars. */
  readonly amount: number
  /** The payment of the order, as soon as the page knows that it is paid. */
  readonly transactionId?: string | undefined
  /** Whom the card's charge names; absent when the page does not know who pays. */
  readonly payer?: { readonly name: string; readonly email: string }
  /** Returns the client secret that pays the order. */
  start(): Promise<string>
  settle(transactionId: string): Promise<unknown>
  /** Runs before a card is tried, which happens only if it resolves to true. */
  prepare?(): Promise<boolean>
  /** Whether the error of a call has led to another page. */
  hasLeft?(error: unknown): boolean
  /** The order has turned out to be paid or cancelled already. */
  onChanged(): Promise<void>
  /** The order is paid, but with no card of this page. */
  onPaidElsewhere?(): Promise<void>
  /** The order is settled with a card of this page. May return what to do when the page is left. */
  onSettled(transactionId: string): (() => void) | undefined
}

/** Pays an order: all attempts of a payer, in all tabs, share one intent, which is charged once at most. */
export function usePayment(payable: Payable, stripe: Stripe | null) {
  const mayHaveCharged = useRef(false)
  const { stage, setStage, started, start, settle, applyIntent } = useStage(payable, mayHaveCharged)
  const isPaying = useRef(false)

  const payNow = async (clientSecret: string, card: StripeCardElement, stripeNow: Stripe) => {
    setStage({ kind: 'paying', clientSecret })
    if (payable.prepare && !(await payable.prepare())) return setStage({ kind: 'open', clientSecret })
    const confirmed = await confirm(stripeNow, clientSecret, card, payable)
    mayHaveCharged.current = mayHaveBeenCharged(confirmed, mayHaveCharged.current)
    const intent = confirmed.paymentIntent ?? confirmed.error?.payment_intent
    const refusal = refusalOf(confirmed.error)
    if (intent?.status === 'canceled') await start(atForm(OPENED_ELSEWHERE))
    else if (intent) await applyIntent(intent, clientSecret, refusal)
    else setStage({ kind: 'open', clientSecret, error: refusal })
  }

  const pay = async (card: StripeCardElement) => {
    if (isPaying.current || !stripe || stage.kind !== 'open') return
    isPaying.current = true
    await payNow(stage.clientSecret, card, stripe)
    isPaying.current = false
  }

  const startOnMount = useEffectEvent(start)
  useEffect(() => void startOnMount(), [])

  useNewAmount(stage, payable.amount, started, start)
  useIntentUpdates(stage, stripe, applyIntent, mayHaveCharged)
  usePaidElsewhere(stage, payable, (transactionId) => {
    if (mayHaveCharged.current) void settle(transactionId)
    else setStage({ kind: 'paid already', transactionId })
  })
  useSettled(stage, payable)

  const retrySettling = () => {
    if (stage.kind === 'charged') void settle(stage.transactionId)
  }
  return { stage, pay, start: () => start(), retrySettling }
}

/** The stage, and the calls to the shop that change it. */
function useStage(payable: Payable, mayHaveCharged: RefObject<boolean>) {
  const [stage, setStage] = useState<Stage>({ kind: 'starting' })
  const started = useRef(payable.amount)

  const start = async (error?: Refusal) => {
    started.current = payable.amount
    setStage({ kind: 'starting' })
    try {
      setStage({ kind: 'open', clientSecret: await payable.start(), error })
    } catch (error) {
      if (payable.hasLeft?.(error)) return
      if (isPaidOrCancelled(error)) return payable.onChanged()
      setStage({ kind: 'not started', error })
    }
  }

  const settle = async (transactionId: string) => {
    setStage({ kind: 'charged', transactionId })
    try {
      await payable.settle(transactionId)
      setStage({ kind: 'settled', transactionId })
    } catch (error) {
      if (!payable.hasLeft?.(error)) setStage({ kind: 'charged', transactionId, error })
    }
  }

  /** The tab that paid settles the order as well; one of the two is enough. */
  const settlePaidAlready = async (transactionId: string) => {
    setStage({ kind: 'paid already', transactionId })
    try {
      await payable.settle(transactionId)
      await payable.onPaidElsewhere?.()
    } catch (error) {
      payable.hasLeft?.(error)
    }
  }

  /** Sets the stage from the intent's status; `refusal` is why the card was refused, if one was tried. */
  const applyIntent = async (intent: PaymentIntent, clientSecret: string, refusal?: Refusal) => {
    if (intent.status === 'succeeded')
      return mayHaveCharged.current ? settle(intent.id) : settlePaidAlready(intent.id)
    if (intent.status === 'canceled') return start()
    if (intent.status === 'processing') return setStage({ kind: 'processing', clientSecret })
    setStage({ kind: 'open', clientSecret, error: refusal })
  }
  return { stage, setStage, started, start, settle, applyIntent }
}

/** The lines of the order were changed meanwhile, which ended its intent: the card pays what the page shows. */
function useNewAmount(
  stage: Stage,
  amount: number,
  started: RefObject<number>,
  start: () => Promise<void>,
): void {
  const isWaiting = stage.kind === 'open' || stage.kind === 'not started'
  const restart = useEffectEvent(() => {
    if (started.current !== amount) void start()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another amount is what it waits for.
  useEffect(() => {
    if (isWaiting) restart()
  }, [isWaiting, amount])
}

/** The order was paid or cancelled in another tab, or on an earlier visit. */
const isPaidOrCancelled = (error: unknown): boolean =>
  error instanceof ProblemError && [paymentRefusals.alreadyPaid.code, 'not_found'].includes(error.code)

async function confirm(stripe: Stripe, clientSecret: string, card: StripeCardElement, { payer }: Payable) {
  try {
    return await stripe.confirmCardPayment(clientSecret, {
      payment_method: { card, ...(payer && { billing_details: payer }) },
    })
  } catch {
    const type = 'api_connection_error' as const
    return { paymentIntent: undefined, error: { type, message: UNREACHABLE, payment_intent: undefined } }
  }
}

function refusalOf(error: Awaited<ReturnType<typeof confirm>>['error']): Refusal {
  const isOfField = error?.type === 'validation_error'
  return isOfField && error.message ? { text: error.message, at: 'field' } : atForm(error?.message)
}

/**
 * Whether a card of this page may have paid the order: it was accepted, or the answer was lost. `earlier` is the result
 * of the attempts before. A provider that refuses the card because the intent is processing or paid has not used it.
 */
function mayHaveBeenCharged(
  { paymentIntent, error }: Awaited<ReturnType<typeof confirm>>,
  earlier: boolean,
): boolean {
  if (paymentIntent) return true
  if (!error.payment_intent) return earlier || UNKNOWN_OUTCOMES.includes(error.type)
  return earlier && CARD_ACCEPTED.includes(error.payment_intent.status)
}

/**
 * Reads the intent from the provider: when the page opens, since it may be processing since an earlier visit; whenever
 * the customer comes back to the page, since another tab may have paid or cancelled; and repeatedly while it is
 * processing.
 */
function useIntentUpdates(
  stage: Stage,
  stripe: Stripe | null,
  applyIntent: (intent: PaymentIntent, clientSecret: string, refusal?: Refusal) => Promise<void>,
  mayHaveCharged: RefObject<boolean>,
): void {
  const secret = 'clientSecret' in stage ? stage.clientSecret : undefined
  const isProcessing = stage.kind === 'processing'
  const applyUpdate = useEffectEvent((intent: PaymentIntent) => {
    if (stage.kind !== 'open' && stage.kind !== 'processing') return
    if (stage.kind === 'open' && ![...CARD_ACCEPTED, 'canceled'].includes(intent.status)) return
    // An earlier visit charged the card: this page continues with it as with its own.
    if (stage.kind === 'open' && intent.status === 'processing') mayHaveCharged.current = true
    void applyIntent(intent, stage.clientSecret, atForm(intent.last_payment_error?.message))
  })

  useEffect(() => {
    if (!stripe || !secret) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isUnmounted = false
    const poll = async () => {
      clearTimeout(timer)
      const answer = await stripe.retrievePaymentIntent(secret).catch(() => undefined)
      if (isUnmounted) return
      if (answer?.paymentIntent) applyUpdate(answer.paymentIntent)
      clearTimeout(timer)
      if (isProcessing) timer = setTimeout(poll, POLL_MS)
    }
    const pollWhenVisible = () => {
      if (document.visibilityState === 'visible') void poll()
    }
    void poll()
    document.addEventListener('visibilitychange', pollWhenVisible)
    window.addEventListener('focus', pollWhenVisible)
    return () => {
      isUnmounted = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', pollWhenVisible)
      window.removeEventListener('focus', pollWhenVisible)
    }
  }, [stripe, secret, isProcessing])
}

/** Calls `onPaid` when the order turns out to be paid while this page still offers to pay it. */
function usePaidElsewhere(
  stage: Stage,
  { transactionId }: Payable,
  onPaid: (transactionId: string) => void,
): void {
  const isOffered = OFFERS.includes(stage.kind)
  const paid = useEffectEvent(onPaid)
  useEffect(() => {
    if (isOffered && transactionId !== undefined) paid(transactionId)
  }, [isOffered, transactionId])
}

const OFFERS: readonly Stage['kind'][] = ['starting', 'not started', 'open']

/** Reports the settled order once. */
function useSettled(stage: Stage, payable: Payable): void {
  const transactionId = stage.kind === 'settled' ? stage.transactionId : undefined
  const report = useEffectEvent((id: string) => payable.onSettled(id))
  useEffect(() => (transactionId === undefined ? undefined : report(transactionId)), [transactionId])
}
