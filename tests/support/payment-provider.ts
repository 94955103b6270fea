import Stripe from 'stripe'
import { chooseProviders } from '#app/providers.ts'
import type { Gateway } from '#features/payments/payments.ts'
import type { Shop } from '#kit/shop.ts'
import { sandboxKeys } from '#sandboxes/payments/keys.ts'
import { createStripeSandbox } from '#sandboxes/payments/stripe-sandbox.ts'

/** Answers a request instead of the provider, throws, or returns undefined to forward the request. */
type Intercept = (request: Request) => Response | undefined | Promise<Response | undefined>

/** The official SDK; `send` answers its requests. */
export const stripeSdk = (key: string, send: (request: Request) => Response | Promise<Response>): Stripe =>
  new Stripe(key, {
    httpClient: Stripe.createFetchHttpClient(async (input: RequestInfo | URL, init?: RequestInit) =>
      send(new Request(input, init)),
    ),
    maxNetworkRetries: 0,
    telemetry: false,
  })

/** The SDK of the shop owner: it calls the payment sandbox with the secret key. */
export function ownerSdk(shop: Shop, intercept: Intercept = () => undefined): Stripe {
  const keys = sandboxKeys(shop.secret)
  const { internal } = createStripeSandbox(shop, { ...keys, deliver: async () => new Response() })
  return stripeSdk(keys.secretKey, async (request) => (await intercept(request)) ?? internal(request))
}

/** Disputes a part of a payment, in cents, or all that is left of it, as its cardholder does at the bank. */
export const openDispute = async (
  owner: Stripe,
  payment_intent: string,
  amount?: number,
): Promise<Stripe.Dispute> =>
  (await owner.rawRequest('POST', '/v1/disputes', {
    payment_intent,
    ...(amount !== undefined && { amount }),
  })) as unknown as Stripe.Dispute

/** Decides a dispute, as the bank does. */
export const decideDispute = (
  owner: Stripe,
  { id }: Stripe.Dispute,
  verdict: 'won' | 'lost',
): Promise<Stripe.Dispute> =>
  owner.disputes.update(id, {
    evidence: { uncategorized_text: verdict === 'won' ? 'winning_evidence' : 'losing_evidence' },
  })

/** The gateway of the shop to the sandbox, with intercepted requests. */
export const interceptedGateway = (shop: Shop, intercept: Intercept): Gateway => ({
  ...chooseProviders(shop, async () => new Response()).gateway,
  stripe: ownerSdk(shop, intercept),
})

/** The response of Stripe after a failure on its side. */
export const serverError = (): Response =>
  Response.json(
    { error: { type: 'api_error', message: 'Something went wrong on our end.' } },
    { status: 500 },
  )

/** The state of the payment with that intent in the database. */
export async function paymentState({ db }: Pick<Shop, 'db'>, intentId: string): Promise<string> {
  const payment = db.selectFrom('payments').select('state').where('intent_id', '=', intentId)
  return (await payment.executeTakeFirstOrThrow()).state
}
