import Stripe from 'stripe'
import type { StripeKeys } from '#features/payments/payments.ts'
import { readyMadeId } from '#sandboxes/payments/cards.ts'
import { sandboxKeys } from '#sandboxes/payments/keys.ts'
import { createStripeSandbox, type StripeSandbox } from '#sandboxes/payments/stripe-sandbox.ts'
import { stripeClient, stripeTestMode } from './stripe-conformance.ts'
import { createTestShop, type TestShop } from './test-shop.ts'

/** A browser's answer: the status, and the JSON as it came. */
interface StripeResponse {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it as a browser's script would.
  readonly body: any
}

/**
 * The sandbox on a shop of its own, spoken to by the official SDK and as a browser; `stripe`, `browser`, `newIntent`
 * and `pay` speak to Stripe itself where {@link stripeTestMode} is set.
 */
export interface SandboxUnderTest extends AsyncDisposable {
  readonly shop: TestShop
  readonly keys: StripeKeys
  readonly sandbox: StripeSandbox
  readonly stripe: Stripe
  /** The webhooks delivered so far. */
  readonly delivered: { readonly payload: string; readonly signature: string; readonly event: Stripe.Event }[]
  /** What the webhook answers from now on. */
  answerWebhooks(status: number): void
  /** Another process of the same shop. */
  another(): StripeSandbox
  browser(path: string, form?: Record<string, string>, key?: string): Promise<StripeResponse>
  newIntent(amount?: number): Promise<Stripe.PaymentIntent>
  /** Confirms as the payment page does, with the card's number. */
  pay(intent: Stripe.PaymentIntent, number: string, card?: Record<string, string>): Promise<StripeResponse>
}

export async function createSandboxUnderTest(): Promise<SandboxUnderTest> {
  const shop = await createTestShop()
  const keys = sandboxKeys(shop.secret)
  const delivered: SandboxUnderTest['delivered'] = []
  let webhookStatus = 200
  const deliver = async (request: Request): Promise<Response> => {
    const payload = await request.text()
    const signature = request.headers.get('stripe-signature') ?? ''
    delivered.push({ payload, signature, event: JSON.parse(payload) })
    return new Response(null, { status: webhookStatus })
  }
  const sandbox = createStripeSandbox(shop, { ...keys, deliver })
  const stripe = stripeTestMode
    ? stripeClient(stripeTestMode.secretKey, stripeTestMode.url)
    : sandboxSdk(sandbox, keys.secretKey)
  const browser = stripeTestMode
    ? browserAt(stripeTestMode.url, stripeTestMode.publishableKey)
    : browserOn(sandbox, keys.publishableKey)
  return {
    shop,
    keys,
    sandbox,
    stripe,
    delivered,
    answerWebhooks: (status) => {
      webhookStatus = status
    },
    another: () => createStripeSandbox(shop, { ...keys, deliver }),
    browser,
    newIntent: (amount = 12_345) =>
      stripe.paymentIntents.create({
        amount,
        currency: 'usd',
        allowed_payment_method_types: ['card'],
        metadata: { orderId: 'order-1' },
      }),
    pay: (intent, number, card) =>
      stripeTestMode
        ? payAtStripe(stripe, intent, number)
        : browser(`/v1/payment_intents/${intent.id}/confirm`, {
            client_secret: intent.client_secret ?? '',
            'payment_method_data[type]': 'card',
            ...cardForm(number, card),
          }),
    [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose](),
  }
}

/** The official SDK, whose requests go straight into the sandbox. */
export function sandboxSdk(sandbox: StripeSandbox, key: string): Stripe {
  return new Stripe(key, {
    httpClient: Stripe.createFetchHttpClient((input, init) => sandbox.internal(new Request(input, init))),
    maxNetworkRetries: 0,
    telemetry: false,
  })
}

/** A card's fields as a browser sends them. */
function cardForm(number: string, card: Record<string, string> = {}): Record<string, string> {
  const fields = {
    number,
    exp_month: '12',
    exp_year: String(new Date().getUTCFullYear() + 2),
    cvc: number.startsWith('3') && number.length === 15 ? '1234' : '123',
    ...card,
  }
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [`payment_method_data[card][${name}]`, value]),
  )
}

/** Stripe takes no card's number by its API, but the methods that stand for its test cards, from the server. */
async function payAtStripe(
  stripe: Stripe,
  { id }: Stripe.PaymentIntent,
  number: string,
): Promise<StripeResponse> {
  const payment_method = readyMadeId(number)
  if (!payment_method) throw new Error(`Stripe has no ready-made payment method for ${number}`)
  const headers = new Headers()
  try {
    return { status: 200, headers, body: await stripe.paymentIntents.confirm(id, { payment_method }) }
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    return { status: error.statusCode ?? 0, headers, body: { error: error.raw } }
  }
}

const browserOn = (sandbox: StripeSandbox, key: string) =>
  browserWith(key, async (path, init) => sandbox.publicRoutes.request(path, init))

const browserAt = (url: URL, key: string) => browserWith(key, (path, init) => fetch(new URL(path, url), init))

function browserWith(
  publishableKey: string,
  send: (path: string, init: RequestInit) => Promise<Response>,
): SandboxUnderTest['browser'] {
  return async (path, form, key = publishableKey) => {
    const response = await send(path, {
      method: form ? 'POST' : 'GET',
      headers: { Authorization: `Bearer ${key}` },
      ...(form && { body: new URLSearchParams(form) }),
    })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
}

/** What a call is refused with; fails when it is not. */
export async function refusalOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await call
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error
    throw error
  }
  throw new Error('The call was not refused.')
}
