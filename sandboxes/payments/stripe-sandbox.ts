import type { Hono } from 'hono'
import type { StripeKeys } from '#features/payments/payments.ts'
import type { Job } from '#kit/jobs.ts'
import type { Shop } from '#kit/shop.ts'
import { processDueEvents } from './process-due-events.ts'
import { createRoutes } from './routes.ts'
import { deliverDueEvents, type WebhookEndpoint } from './webhooks.ts'

/** Stripe played by the shop itself, at the level of its protocol. */
export interface StripeSandbox {
  /** Stripe's API for the official SDK, in this process. Takes the secret key only. */
  internal(request: Request): Promise<Response>
  /** What browsers may call with the publishable key, to be mounted at `/sandbox/stripe`. */
  readonly publicRoutes: Hono
  /** Delivers webhooks, again and again until they are taken, and ends what is processing. */
  readonly job: Job
}

/**
 * Makes the sandbox. All its state is in the shop's database, so it survives restarts and is the same in every
 * process. `deliver` is handed each webhook as a signed POST and answers it as the shop's webhook does.
 */
export function createStripeSandbox(shop: Shop, options: StripeKeys & WebhookEndpoint): StripeSandbox {
  const serverRoutes = createRoutes(shop, options, 'server')
  return {
    internal: async (request) => serverRoutes.fetch(request),
    publicRoutes: createRoutes(shop, options, 'browser'),
    job: {
      name: 'payment sandbox',
      everyMs: 500,
      run: async () => {
        await processDueEvents(shop)
        await deliverDueEvents(shop, options)
      },
    },
  }
}
