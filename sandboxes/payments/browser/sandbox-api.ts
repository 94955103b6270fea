import type { PaymentIntent, PaymentMethod, StripeError } from '@stripe/stripe-js'

const SANDBOX_PATH = '/sandbox/stripe/v1'
const TIMEOUT_MS = 30_000

/** Values of a form, nested as Stripe nests them. Undefined, null and empty values are omitted. */
export interface FormValues {
  readonly [name: string]: string | number | boolean | null | undefined | FormValues
}

export type ApiResult<Thing> = { readonly ok: Thing } | { readonly error: StripeError }

/** The calls that the publishable key may make. A failure resolves to Stripe's `error`; nothing rejects. */
export interface SandboxApi {
  retrieveIntent(clientSecret: string): Promise<ApiResult<PaymentIntent>>
  confirmIntent(clientSecret: string, values: FormValues): Promise<ApiResult<PaymentIntent>>
  /** Sends the outcome of the bank's page. */
  authenticate(clientSecret: string, outcome: 'succeeded' | 'failed'): Promise<ApiResult<PaymentIntent>>
  createMethod(values: FormValues): Promise<ApiResult<PaymentMethod>>
}

/** `address` is the base of Stripe's API: the shop's sandbox, unless a test replaces Stripe's own host. */
export function createSandboxApi(publishableKey: string, address = SANDBOX_PATH): SandboxApi {
  const post = <Thing>(path: string, values: FormValues) =>
    send<Thing>(publishableKey, address + path, { method: 'POST', body: encode(values) })
  return {
    retrieveIntent: (clientSecret) =>
      send(
        publishableKey,
        `${address}${intentPath(clientSecret)}?${encode({ client_secret: clientSecret })}`,
        {},
      ),
    confirmIntent: (clientSecret, values) =>
      post(`${intentPath(clientSecret)}/confirm`, {
        ...values,
        client_secret: clientSecret,
        use_stripe_sdk: true,
      }),
    authenticate: (clientSecret, outcome) =>
      post(`${intentPath(clientSecret)}/authenticate`, { client_secret: clientSecret, outcome }),
    createMethod: (values) => post('/payment_methods', values),
  }
}

/** Like Stripe's script, throws if the client secret is malformed: that is an error in the page's code. */
function intentPath(clientSecret: string): string {
  const id = /^(pi_\w+?)_secret_\w+$/.exec(clientSecret)?.[1]
  if (!id) {
    throw new Error(
      'Invalid value for the intent secret: a client secret is the id of its intent, "_secret_" and more.',
    )
  }
  return `/payment_intents/${id}`
}

async function send<Thing>(key: string, url: string, init: RequestInit): Promise<ApiResult<Thing>> {
  let response: Response
  try {
    response = await fetch(url, {
      ...init,
      headers: { Authorization: `Bearer ${key}` },
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  } catch {
    return {
      error: {
        type: 'api_connection_error',
        message:
          'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.',
      },
    }
  }
  return read(response)
}

async function read<Thing>(response: Response): Promise<ApiResult<Thing>> {
  const unexpected: StripeError = { type: 'api_error', message: 'An unexpected error occurred. Try again.' }
  try {
    const body = await response.json()
    if (response.ok) return { ok: body }
    return { error: body.error ?? unexpected }
  } catch {
    return { error: unexpected }
  }
}

function encode(values: FormValues): URLSearchParams {
  return new URLSearchParams(pairs(values))
}

function pairs(values: FormValues, prefix = ''): [string, string][] {
  return Object.entries(values).flatMap(([name, value]): [string, string][] => {
    const path = prefix ? `${prefix}[${name}]` : name
    if (value === undefined || value === null || value === '') return []
    return typeof value === 'object' ? pairs(value, path) : [[path, String(value)]]
  })
}
