import { createHmac } from 'node:crypto'
import type { StripeKeys } from '#features/payments/payments.ts'

/** The sandbox's keys, derived from the shop's secret: the same in all processes and after a restart. */
export function sandboxKeys(secret: string): StripeKeys {
  const derive = (label: string): string =>
    createHmac('sha256', secret).update(`payment sandbox: ${label}`).digest('hex').slice(0, 40)
  return {
    secretKey: `sk_test_sandbox_${derive('secret key')}`,
    publishableKey: `pk_test_sandbox_${derive('publishable key')}`,
    webhookSecret: `whsec_sandbox_${derive('webhook secret')}`,
  }
}
