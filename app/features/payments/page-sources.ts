import type { Config } from '#kit/config/config.ts'
import type { OtherSources } from '#kit/rendering/page-policy.ts'

// Exactly the sources that Stripe's security guide lists for card payments.
const STRIPE_SCRIPTS = ['https://js.stripe.com', 'https://*.js.stripe.com']

/** What pages may load from the payment provider; undefined if the sandbox replaces it. */
export const paymentSources = ({ stripe }: Config): OtherSources | undefined =>
  stripe && {
    scripts: STRIPE_SCRIPTS,
    connections: ['https://api.stripe.com'],
    frames: [...STRIPE_SCRIPTS, 'https://hooks.stripe.com'],
  }
