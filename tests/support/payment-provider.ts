import Stripe from 'stripe'
import { chooseProviders } from '#app/providers.ts'
import type { Gateway } from '#features/payments/payments.ts'
import type { Shop } from '#kit/shop.ts'
import { sandboxKeys } from '#sandboxes/payments/keys.ts'
import { createStripeSandbox } from '#sandboxes/payments/stripe-sandbox.ts'

/** Answers a request in place of the provider, throws, or returns nothing to let it pass. */
type Intercept = (request: Request) => Response | undefined | Promise<Response | undefined>

/** The payment sandbox as its owner reaches it, with the secret key. */
export function ownerSdk(shop: Shop, intercept: Intercept = () => undefined): Stripe {
  const keys = sandboxKeys(shop.secret)
  const { internal } = createStripeSandbox(shop, { ...keys, deliver: async () => new Response() })
  return new Stripe(keys.secretKey, {
    httpClient: Stripe.createFetchHttpClient(async (input: RequestInfo | URL, init?: RequestInit) => {
      const request = new Request(input, init)
      return (await intercept(request)) ?? internal(request)
    }),
    maxNetworkRetries: 0,
  })
}

/** The shop's gateway to the sandbox, with requests intercepted. */
export const interceptedGateway = (shop: Shop, intercept: Intercept): Gateway => ({
  ...chooseProviders(shop, async () => new Response()).gateway,
  stripe: ownerSdk(shop, intercept),
})

/** Stripe's answer to a request that it failed to carry out. */
export const serverError = (): Response =>
  Response.json(
    { error: { type: 'api_error', message: 'Something went wrong on our end.' } },
    { status: 500 },
  )
