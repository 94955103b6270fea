import type { Config } from '#kit/config/config.ts'
import type { OtherSources } from '#kit/server/page-policy.ts'

// What Stripe's security guide names for card payments, and nothing beside it.
const STRIPE_SCRIPTS = ['https://js.stripe.com', 'https://*.js.stripe.com']

/** What pages load from the payment provider; nothing when its sandbox stands in for it. */
export const paymentSources = ({ stripe }: Config): OtherSources | undefined =>
  stripe && {
    scripts: STRIPE_SCRIPTS,
    connections: ['https://api.stripe.com'],
    frames: [...STRIPE_SCRIPTS, 'https://hooks.stripe.com'],
  }
