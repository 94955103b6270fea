import type { Stripe } from '@stripe/stripe-js'

/** The payment members of `/api/config`. */
interface PaymentConfig {
  readonly payments: 'stripe' | 'sandbox'
  readonly stripePublishableKey: string
}

const loading = new Map<string, Promise<Stripe | null>>()

/**
 * Stripe's browser object, or that of the sandbox with the same interface. Returns the same promise for the same
 * configuration, so it can be given to `<Elements stripe>`; null on the server. Rejects when Stripe's script cannot be
 * loaded; the next call tries again.
 */
export function loadStripe(config: PaymentConfig): Promise<Stripe | null> {
  if (typeof window === 'undefined') return Promise.resolve(null)
  const name = `${config.payments} ${config.stripePublishableKey}`
  const known = loading.get(name)
  if (known) return known
  const started = load(config)
  loading.set(name, started)
  started.catch(() => loading.delete(name))
  return started
}

async function load({ payments, stripePublishableKey }: PaymentConfig): Promise<Stripe | null> {
  if (payments === 'sandbox') {
    const { createSandboxStripe } = await import('#sandboxes/payments/browser/sandbox-stripe.ts')
    return createSandboxStripe(stripePublishableKey)
  }
  const real = await import('@stripe/stripe-js/pure')
  return real.loadStripe(stripePublishableKey)
}
