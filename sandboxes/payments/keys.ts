import { createHmac } from 'node:crypto'
import type { StripeKeys } from '#features/payments/payments.ts'

/** The sandbox's keys, worked out from the shop's secret: all processes of one shop agree, and a restart changes none. */
export function sandboxKeys(secret: string): StripeKeys {
  const derive = (label: string): string =>
    createHmac('sha256', secret).update(`payment sandbox: ${label}`).digest('hex').slice(0, 40)
  return {
    secretKey: `sk_test_sandbox_${derive('secret key')}`,
    publishableKey: `pk_test_sandbox_${derive('publishable key')}`,
    webhookSecret: `whsec_sandbox_${derive('webhook secret')}`,
  }
}
