import type { Selectable } from 'kysely'
import type { PaidRefund } from '#features/invoices/invoices.ts'
import type { Dispute } from '#features/orders/orders.ts'
import type { Schema } from '#kit/db/schema.ts'
import '#features/orders/tables.ts'
import Stripe from 'stripe'
import type { Outage } from '#kit/log/outage.ts'
import { AppError } from '#kit/server/app-error.ts'
import { SECOND_MS } from '#kit/time.ts'
import { hasFailed, type Refund, type RefundStatus } from './refund-status.ts'
import { tooLittleText } from './too-little.ts'

const TIMEOUT_MS = 10_000

/** How many calls a job makes at the same time: Stripe's test mode takes 25 a second. */
export const PROVIDER_CALLS_AT_ONCE = 5

/** The payment provider: Stripe's own SDK, connected to Stripe or to the sandbox. */
export interface Gateway {
  readonly mode: 'stripe' | 'sandbox'
  readonly stripe: Stripe
  readonly publishableKey: string
  readonly webhookSecret: string
}

/** The three keys of a Stripe account. Only `publishableKey` may leave the server. */
export interface StripeKeys {
  readonly secretKey: string
  readonly publishableKey: string
  readonly webhookSecret: string
  /** The address of a test double of Stripe on this machine. */
  readonly apiUrl?: string | undefined
}

/** The SDK with an account's keys. `send` replaces the network. */
export function createGateway(
  mode: Gateway['mode'],
  { secretKey, publishableKey, webhookSecret, apiUrl }: StripeKeys,
  send?: (request: Request) => Promise<Response>,
): Gateway {
  const stripe = new Stripe(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 2,
    ...(apiUrl && addressOptions(apiUrl)),
    ...(send && {
      httpClient: Stripe.createFetchHttpClient((input: RequestInfo | URL, init?: RequestInit) =>
        send(new Request(input, init)),
      ),
    }),
  })
  return { mode, stripe, publishableKey, webhookSecret }
}

function addressOptions(url: string) {
  const { hostname: host, port } = new URL(url)
  return { protocol: 'http', host, port, telemetry: false } as const
}

/** Reads the intent from the provider; undefined if it has none with that id. */
export async function retrieveIntent(
  gateway: Gateway,
  intentId: string,
): Promise<Stripe.PaymentIntent | undefined> {
  try {
    return await gateway.stripe.paymentIntents.retrieve(intentId)
  } catch (error) {
    if (isUnknown(error)) return undefined
    throw unavailableError(error)
  }
}

/** Creates an intent; the same idempotency key returns the same intent. */
export async function createIntent(
  gateway: Gateway,
  terms: {
    amountCents: number
    currency: string
    orderId: string
    customerId: string
    shopId: string
    idempotencyKey: string
  },
): Promise<Stripe.PaymentIntent> {
  try {
    return await gateway.stripe.paymentIntents.create(
      {
        amount: terms.amountCents,
        currency: terms.currency,
        allowed_payment_method_types: ['card'],
        metadata: { orderId: terms.orderId, userId: terms.customerId, shopId: terms.shopId },
      },
      { idempotencyKey: terms.idempotencyKey },
    )
  } catch (error) {
    if (codeOf(error) === 'amount_too_small') {
      throw new AppError('conflict', tooLittleText(terms.currency))
    }
    throw unavailableError(error)
  }
}

/** The ids of the intent's charges that were declined. One page is enough: an intent is cancelled long before. */
export async function readDeclines({ stripe }: Gateway, intentId: string): Promise<string[]> {
  const { data } = await fromProvider(() => stripe.charges.list({ payment_intent: intentId, limit: 100 }))
  return data.filter(({ status }) => status === 'failed').map(({ id }) => id)
}

/**
 * Cancels an intent and returns it: cancelled, or if it was too late, succeeded or processing. Undefined if the provider
 * has none with that id, for example after a change of the keys: it cannot be paid with these keys.
 */
export async function cancelIntent(
  gateway: Gateway,
  intentId: string,
): Promise<Stripe.PaymentIntent | undefined> {
  try {
    return await gateway.stripe.paymentIntents.cancel(intentId)
  } catch (error) {
    if (isUnknown(error)) return undefined
    if (codeOf(error) === 'payment_intent_unexpected_state') return retrieveIntent(gateway, intentId)
    throw unavailableError(error)
  }
}

/**
 * Reads the refund of an intent's whole amount from the provider, also a manual one. If all refunds failed, one of those;
 * undefined while nothing or only a part is refunded. Amounts are cents.
 */
export async function readRefund(
  { stripe }: Gateway,
  intentId: string,
  amountCents: number,
): Promise<Refund | undefined> {
  // Newest first. One page is enough: no payment has more than a hundred refunds.
  const { data } = await fromProvider(() => stripe.refunds.list({ payment_intent: intentId, limit: 100 }))
  const refunds = data.map(({ id, status, amount }) => ({ id, amount, status: statusOf(status) }))
  const active = refunds.filter((refund) => !hasFailed(refund))
  if (active.reduce((sum, { amount }) => sum + amount, 0) >= amountCents) {
    return active.find(({ status }) => status !== 'succeeded') ?? active[0]
  }
  return refunds.find(hasFailed)
}

/** Refunds the rest of an intent's money; the same idempotency key returns the same refund. */
export async function createRefund(
  gateway: Gateway,
  intentId: string,
  amountCents: number,
  idempotencyKey: string,
): Promise<Refund> {
  const { stripe } = gateway
  try {
    const { id, status } = await stripe.refunds.create({ payment_intent: intentId }, { idempotencyKey })
    return { id, status: statusOf(status) }
  } catch (error) {
    if (codeOf(error) !== 'charge_already_refunded') throw unavailableError(error)
    // It was refunded manually in the meantime.
    const refund = await readRefund(gateway, intentId, amountCents)
    if (refund && !hasFailed(refund)) return refund
    throw unavailableError(error)
  }
}

/**
 * Refunds a part of an intent's money. The shop's id is the idempotency key, so that asking again returns the same refund,
 * and is kept with it, so that {@link readRefunds} finds it.
 */
export async function createPartialRefund(
  { stripe }: Gateway,
  { transactionId, refund: { id, amount_cents } }: AskedRefund,
): Promise<void> {
  await fromProvider(() =>
    stripe.refunds.create(
      { payment_intent: transactionId, amount: amount_cents, metadata: { [SHOP_ID]: id } },
      { idempotencyKey: `order-refund-${id}`, maxNetworkRetries: 0 },
    ),
  )
}

const SHOP_ID = 'refundId'

/** What is refunded of an intent, in cents, pending refunds included, and its refunds. */
export async function readRefunds(
  { stripe }: Gateway,
  intentId: string,
): Promise<{ refundedCents: number; refunds: ProviderRefund[] }> {
  const all = await fromProvider(() =>
    stripe.refunds.list({ payment_intent: intentId, limit: 100 }).autoPagingToArray({ limit: MAXIMUM_READ }),
  )
  const active = all.filter(({ status }) => !hasFailed({ status: statusOf(status) }))
  const refunds = all.toReversed().map((refund) => ({
    id: refund.metadata?.[SHOP_ID],
    refundId: refund.id,
    amountCents: refund.amount,
    createdAt: refund.created * SECOND_MS,
    state: stateOf(statusOf(refund.status)),
    failure: refund.failure_reason ?? null,
  }))
  return { refundedCents: active.reduce((sum, { amount }) => sum + amount, 0), refunds }
}

/** The most refunds of a payment that are read: far more than one has. */
const MAXIMUM_READ = 10_000

function stateOf(status: RefundStatus): ProviderRefund['state'] {
  if (hasFailed({ status })) return 'failed'
  return status === 'succeeded' ? 'succeeded' : 'pending'
}

const REFUND_STATUSES = ['requires_action', 'succeeded', 'failed', 'canceled'] as const

const statusOf = (status: string | null): RefundStatus =>
  REFUND_STATUSES.find((one) => one === status) ?? 'pending'

const codeOf = (error: unknown): string | undefined =>
  error instanceof Stripe.errors.StripeInvalidRequestError ? error.code : undefined

const isUnknown = (error: unknown): boolean => codeOf(error) === 'resource_missing'

/** Rate limit, a running request with the same key, a gateway's timeout: none is the answer to the request itself. */
const TEMPORARY_STATUSES = [409, 429, 504]

/**
 * Whether the provider has refused a request, so that nothing was created. It may store that answer, a 500 too, for a
 * day and return it to each request with the same idempotency key. After a timeout or a lost connection the outcome is
 * unknown, and only a request with the same key returns it.
 */
export function isProviderRefusal(error: unknown): boolean {
  const statusCode = stripeErrorIn(error)?.statusCode
  return statusCode !== undefined && statusCode >= 400 && !TEMPORARY_STATUSES.includes(statusCode)
}

/**
 * The provider's refusal of a refund, in its words; undefined while the outcome is unknown: an error of its own may come
 * after the refund was made.
 */
export function refusalOfRefund(error: unknown): string | undefined {
  const cause = stripeErrorIn(error)
  if (!cause || !isProviderRefusal(cause) || (cause.statusCode ?? 500) >= 500) return undefined
  const isOfRequest = cause instanceof Stripe.errors.StripeInvalidRequestError
  // Others, such as a wrong key, are about the shop's account.
  return isOfRequest ? cause.message : 'The shop may not make refunds: see its log.'
}

/** The error of the SDK, which the calls of this file wrap. */
function stripeErrorIn(error: unknown): InstanceType<typeof Stripe.errors.StripeError> | undefined {
  const cause = error instanceof AppError ? error.cause : error
  return cause instanceof Stripe.errors.StripeError ? cause : undefined
}

/** Ends with an answer: see `chooseProviders`. */
export const PROVIDER_OUTAGE: Outage = {
  name: 'payment provider',
  begins: 'the payment provider cannot be reached',
  ends: 'the payment provider answers again',
}

/** A call of the SDK whose every error is a refusal of the shop, and a part of the outage. */
export async function fromProvider<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    throw unavailableError(error)
  }
}

function unavailableError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error
  return new AppError(
    'unavailable',
    'The payment provider cannot be reached. Nothing was charged; try again in a moment.',
    {},
    { 'Retry-After': '5' },
    { outage: PROVIDER_OUTAGE, cause: error },
  )
}

export type RefundRow = Selectable<Schema['order_refunds']>

/** A refund, and the transaction that it refunds. */
export interface AskedRefund {
  readonly refund: RefundRow
  readonly transactionId: string
}

/** A refund at the provider. */
export interface ProviderRefund extends PaidRefund {
  /** That of the shop, which asked for it; undefined for one that was made in the provider's dashboard. */
  readonly id: string | undefined
  readonly failure: string | null
}

/** The same as the provider has them, the oldest refund first; `refundedCents` counts those that have not failed. */
export interface StripeState {
  readonly refundedCents: number
  /** In the sequence of their ids. */
  readonly disputes: readonly Dispute[]
  readonly refunds: readonly ProviderRefund[]
}
