import { Hono } from 'hono'
import type { StripeKeys } from '#features/payments/payments.ts'
import type { Job } from '#kit/jobs.ts'
import type { Shop } from '#kit/shop.ts'
import { processDueEvents } from './process-due-events.ts'
import { createRoutes } from './routes.ts'
import { deliverDueEvents, type WebhookEndpoint } from './webhooks.ts'

/** A simulation of Stripe inside the shop, at the level of its protocol. */
export interface StripeSandbox {
  /** Stripe's API for the official SDK, in this process. Accepts the secret key only. */
  internal(request: Request): Promise<Response>
  /** What browsers may call with the publishable key, to be mounted at `/sandbox/stripe`. */
  readonly publicRoutes: Hono
  /**
   * Delivers webhooks, repeatedly until they are accepted, and runs due actions. In a process that runs it a declined card is
   * answered after its webhook was tried: at Stripe a card takes about as long, and no next one is tried before the shop knows.
   */
  readonly job: Job
}

/**
 * Makes the sandbox. All its state is in the shop's database, so it survives restarts and is the same in every
 * process. `deliver` receives each webhook as a signed POST and returns the answer of the shop's webhook.
 */
export function createStripeSandbox(shop: Shop, options: StripeKeys & WebhookEndpoint): StripeSandbox {
  const serverRoutes = createRoutes(shop, options, 'server')
  const publicRoutes = new Hono()
  let isDelivering = false
  publicRoutes.use('*', async (c, next) => {
    await next()
    if (isDelivering && c.res.status === 402) await deliverDueEvents(shop, options)
  })
  publicRoutes.route('/', createRoutes(shop, options, 'browser'))
  return {
    internal: async (request) => serverRoutes.fetch(request),
    publicRoutes,
    job: {
      started: () => {
        isDelivering = true
      },
      name: 'payment sandbox',
      everyMs: 500,
      run: async () => {
        await processDueEvents(shop)
        await deliverDueEvents(shop, options)
      },
    },
  }
}
