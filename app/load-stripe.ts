import type { Stripe } from '@stripe/stripe-js'

/** What the shop's `/api/config` says of payments. */
interface PaymentConfig {
  readonly payments: 'stripe' | 'sandbox'
  readonly stripePublishableKey: string
}

const loading = new Map<string, Promise<Stripe | null>>()

/**
 * Stripe's browser object, or the sandbox's of the same shape; whoever uses it cannot tell which. The same
 * promise for the same configuration, so it can be given to `<Elements stripe>`; null on the server. Rejects
 * when Stripe's script cannot be loaded, and the next call tries again.
 */
export function loadStripe(config: PaymentConfig): Promise<Stripe | null> {
  if (typeof window === 'undefined') return Promise.resolve(null)
  const name = `${config.payments} ${config.stripePublishableKey}`
  const known = loading.get(name)
  if (known) return known
  const fresh = load(config)
  loading.set(name, fresh)
  fresh.catch(() => loading.delete(name))
  return fresh
}

async function load({ payments, stripePublishableKey }: PaymentConfig): Promise<Stripe | null> {
  if (payments === 'sandbox') {
    const { createSandboxStripe } = await import('#sandboxes/payments/browser/sandbox-stripe.ts')
    return createSandboxStripe(stripePublishableKey)
  }
  const real = await import('@stripe/stripe-js/pure')
  return real.loadStripe(stripePublishableKey)
}
