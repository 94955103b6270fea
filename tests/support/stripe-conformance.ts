import Stripe from 'stripe'
import { test } from 'vitest'

const { STRIPE_CONFORMANCE_KEY, STRIPE_CONFORMANCE_PUBLISHABLE_KEY = '', STRIPE_API_URL } = process.env

/** Stripe's test mode, which replaces the sandbox if `npm run conformance` has its keys. */
export const stripeTestMode = STRIPE_CONFORMANCE_KEY
  ? {
      secretKey: STRIPE_CONFORMANCE_KEY,
      publishableKey: STRIPE_CONFORMANCE_PUBLISHABLE_KEY,
      url: new URL(STRIPE_API_URL ?? 'https://api.stripe.com'),
    }
  : undefined

if (stripeTestMode && !/^[rs]k_test_/.test(stripeTestMode.secretKey)) {
  throw new Error('STRIPE_CONFORMANCE_KEY must begin with sk_test_ or rk_test_: the cases make payments')
}

/** A case that cannot run at Stripe: it moves the clock, receives webhooks, reads the database or sends a card number. */
export const testSandboxOnly = test.skipIf(stripeTestMode !== undefined)

/** A case that needs a publishable key, which is optional. */
export const testWithPublishableKey = test.skipIf(
  stripeTestMode !== undefined && stripeTestMode.publishableKey === '',
)

/** The official SDK for Stripe. It retries concurrent calls with the same idempotency key. */
export function stripeClient(key: string, url: URL): Stripe {
  return new Stripe(key, {
    protocol: url.protocol === 'http:' ? 'http' : 'https',
    host: url.hostname,
    ...(url.port && { port: url.port }),
    maxNetworkRetries: 5,
    telemetry: false,
  })
}
