import Stripe from 'stripe'
import type { StripeKeys } from '#features/payments/payments.ts'
import { readyMadeId } from '#sandboxes/payments/cards.ts'
import { sandboxKeys } from '#sandboxes/payments/keys.ts'
import { createStripeSandbox, type StripeSandbox } from '#sandboxes/payments/stripe-sandbox.ts'
import { stripeSdk } from './payment-provider.ts'
import { stripeClient, stripeTestMode } from './stripe-conformance.ts'
import { createTestShop, type TestShop } from './test-shop.ts'

/** A response to the browser, with parsed JSON. */
interface StripeResponse {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests read it like a script in a browser.
  readonly body: any
}

/**
 * The sandbox of a new shop, called by the official SDK and like a browser. `stripe`, `browser`, `newIntent`,
 * `chargeOf` and `pay` call Stripe's test mode if {@link stripeTestMode} is set.
 */
export interface SandboxUnderTest extends AsyncDisposable {
  readonly shop: TestShop
  readonly keys: StripeKeys
  readonly sandbox: StripeSandbox
  readonly stripe: Stripe
  /** The webhooks delivered so far. */
  readonly delivered: { readonly payload: string; readonly signature: string; readonly event: Stripe.Event }[]
  /** Sets the response status of later webhooks. */
  answerWebhooks(status: number): void
  /** A sandbox of another process of the same shop. */
  another(): StripeSandbox
  browser(path: string, form?: Record<string, string>, key?: string): Promise<StripeResponse>
  newIntent(amount?: number): Promise<Stripe.PaymentIntent>
  /** The newest charge of an intent. */
  chargeOf(intentId: string): Promise<Stripe.Charge | undefined>
  /** Confirms like the payment page, with a card number. */
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
    : stripeSdk(keys.secretKey, sandbox.internal)
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
    chargeOf: async (payment_intent) => (await stripe.charges.list({ payment_intent, limit: 1 })).data[0],
    pay: (intent, number, card) =>
      stripeTestMode
        ? payInTestMode(stripe, intent, number)
        : browser(`/v1/payment_intents/${intent.id}/confirm`, {
            client_secret: intent.client_secret ?? '',
            'payment_method_data[type]': 'card',
            ...cardForm(number, card),
          }),
    [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose](),
  }
}

/** The form fields of a card, as a browser sends them. */
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

/** The API of Stripe refuses card numbers. It accepts a ready-made payment method for each test card. */
async function payInTestMode(
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

/** The error of a refused call; throws if the call succeeds. */
export async function refusalOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await call
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error
    throw error
  }
  throw new Error('The call was not refused.')
}
