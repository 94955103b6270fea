import Stripe from 'stripe'
import { test } from 'vitest'

const { STRIPE_CONFORMANCE_KEY, STRIPE_CONFORMANCE_PUBLISHABLE_KEY = '', STRIPE_API_URL } = process.env

/** Stripe's test mode in place of the sandbox, when `npm run conformance` is given its keys. */
export const stripeTestMode = STRIPE_CONFORMANCE_KEY
  ? {
      secretKey: STRIPE_CONFORMANCE_KEY,
      publishableKey: STRIPE_CONFORMANCE_PUBLISHABLE_KEY,
      url: new URL(STRIPE_API_URL ?? 'https://api.stripe.com'),
    }
  : undefined

if (stripeTestMode && !/^[rs]k_test_/.test(stripeTestMode.secretKey)) {
  throw new Error('STRIPE_CONFORMANCE_KEY has to begin with sk_test_: the cases take payments')
}

/** A case that cannot run at Stripe: it moves the clock, receives webhooks, reads the database or sends a card's number. */
export const testSandboxOnly = test.skipIf(stripeTestMode !== undefined)

/** A case for a publishable key, which may not be given. */
export const testWithPublishableKey = test.skipIf(
  stripeTestMode !== undefined && stripeTestMode.publishableKey === '',
)

/** The official SDK before Stripe itself. It retries concurrent calls with one idempotency key. */
export function stripeClient(key: string, url: URL): Stripe {
  return new Stripe(key, {
    protocol: url.protocol === 'http:' ? 'http' : 'https',
    host: url.hostname,
    ...(url.port && { port: url.port }),
    maxNetworkRetries: 5,
    telemetry: false,
  })
}
