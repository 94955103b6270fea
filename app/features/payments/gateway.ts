import { Hono } from 'hono'
import Stripe from 'stripe'
import { AppError } from '#kit/http/problem.ts'
import type { Job } from '#kit/jobs.ts'
import type { Shop } from '#kit/shop.ts'
import { sandboxKeys } from './sandbox/keys.ts'
import { createStripeSandbox } from './sandbox/stripe-sandbox.ts'

const TIMEOUT_MS = 10_000

/** The payment provider as the shop sees it: Stripe's own SDK, speaking with Stripe or with the sandbox. */
export interface Gateway {
  readonly mode: 'stripe' | 'sandbox'
  readonly stripe: Stripe
  readonly publishableKey: string
  readonly webhookSecret: string
  /** What the sandbox offers to browsers, and its work; nothing with the real provider. */
  readonly publicRoutes: Hono
  readonly jobs: readonly Job[]
}

/**
 * Stripe when its keys are configured, else the sandbox inside this process.
 * `deliver` is handed the sandbox's webhooks, as the network hands over Stripe's.
 */
export function createGateway(shop: Shop, deliver: (request: Request) => Promise<Response>): Gateway {
  const keys = shop.config.stripe
  if (keys) {
    return {
      mode: 'stripe',
      stripe: new Stripe(keys.secretKey, {
        timeout: TIMEOUT_MS,
        maxNetworkRetries: 2,
        ...(keys.apiUrl && addressed(keys.apiUrl)),
      }),
      publishableKey: keys.publishableKey,
      webhookSecret: keys.webhookSecret,
      publicRoutes: new Hono(),
      jobs: [],
    }
  }
  const sandbox = { ...sandboxKeys(shop.secret), deliver }
  const { internal, publicRoutes, job } = createStripeSandbox(shop, sandbox)
  return {
    mode: 'sandbox',
    stripe: new Stripe(sandbox.secretKey, {
      httpClient: Stripe.createFetchHttpClient((input: RequestInfo | URL, init?: RequestInit) =>
        internal(new Request(input, init)),
      ),
      timeout: TIMEOUT_MS,
      maxNetworkRetries: 2,
    }),
    publishableKey: sandbox.publishableKey,
    webhookSecret: sandbox.webhookSecret,
    publicRoutes,
    jobs: [job],
  }
}

function addressed(url: string) {
  const { hostname: host, port } = new URL(url)
  return { protocol: 'http', host, port, telemetry: false } as const
}

/** The intent as the provider has it now, or undefined when it knows none by that id. */
export async function retrieveIntent(
  gateway: Gateway,
  intentId: string,
): Promise<Stripe.PaymentIntent | undefined> {
  try {
    return await gateway.stripe.paymentIntents.retrieve(intentId)
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing')
      return undefined
    throw providerAway(error)
  }
}

/** Creates an intent; the same idempotency key gives the same intent. */
export async function createIntent(
  gateway: Gateway,
  terms: {
    amountCents: number
    currency: string
    orderId: string
    customerId: string
    idempotencyKey: string
  },
): Promise<Stripe.PaymentIntent> {
  try {
    return await gateway.stripe.paymentIntents.create(
      {
        amount: terms.amountCents,
        currency: terms.currency,
        allowed_payment_method_types: ['card'],
        metadata: { orderId: terms.orderId, userId: terms.customerId },
      },
      { idempotencyKey: terms.idempotencyKey },
    )
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'amount_too_small') {
      throw new AppError('conflict', 'Card payments begin at $0.50. Order more pieces.')
    }
    throw providerAway(error)
  }
}

/** Cancels an intent and gives it as it is then: cancelled, or where it was too late, succeeded or processing. */
export async function cancelIntent(gateway: Gateway, intentId: string): Promise<Stripe.PaymentIntent> {
  try {
    return await gateway.stripe.paymentIntents.cancel(intentId)
  } catch (error) {
    const tooLate =
      error instanceof Stripe.errors.StripeInvalidRequestError &&
      error.code === 'payment_intent_unexpected_state'
    const intent = tooLate ? await retrieveIntent(gateway, intentId) : undefined
    if (intent) return intent
    throw providerAway(error)
  }
}

function providerAway(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error
  const away = new AppError(
    'unavailable',
    'The payment provider cannot be reached. Nothing was charged; try again in a moment.',
    {},
    { 'Retry-After': '5' },
  )
  away.cause = error
  return away
}
