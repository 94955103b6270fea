import type { Hono } from 'hono'
import { createClient, unwrap } from '#kit/http/client.ts'
import type { PaymentsApi } from './api.ts'

/** What the shop tells browsers about paying. */
export interface PaymentConfig {
  readonly payments: 'stripe' | 'sandbox'
  readonly stripePublishableKey: string
}

type ConfigCall = {
  '/config': { $get: { input: object; output: PaymentConfig; outputFormat: 'json'; status: 200 } }
}

const configClient = createClient<Hono<object, ConfigCall>>()

/** The typed calls of payments, and of cancelling an order. */
export const paymentsClient = createClient<PaymentsApi>()

/** Which payment provider's script to load, and with which key. */
export const askPaymentConfig = (): Promise<PaymentConfig> => unwrap(configClient.config.$get({}))

/** Cancels the caller's own unpaid order. */
export async function cancelOrder(orderId: string): Promise<void> {
  await unwrap(paymentsClient.myorder[':id'].$delete({ param: { id: encodeURIComponent(orderId) } }))
}
