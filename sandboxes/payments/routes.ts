import { createHmac } from 'node:crypto'
import { type Context, Hono } from 'hono'
import type { StripeKeys } from '#features/payments/payments.ts'
import { isDatabaseUnavailable } from '#kit/db/errors.ts'
import { newId } from '#kit/id.ts'
import type { Shop } from '#kit/shop.ts'
import { type Form, parseForm } from './form.ts'
import { type IdempotentAnswer, runOnce } from './idempotency.ts'
import { isSame } from './intent-access.ts'
import { OPERATIONS, type Operation } from './operations.ts'
import type { Call } from './store.ts'
import { faultAnswer, invalidRequest, StripeFault } from './stripe-fault.ts'

/** Who a set of routes is for: the shop's server with the secret key, or browsers with the publishable one. */
export type Audience = 'server' | 'browser'

/**
 * Stripe's API for one audience. The other audience's key is refused as invalid, so a leaked secret key cannot be used
 * from outside.
 */
export function createRoutes(shop: Shop, keys: StripeKeys, audience: Audience): Hono {
  const routes = new Hono()
  for (const operation of OPERATIONS) {
    routes.on(operation.method, operation.path, (c) => serve(c, shop, keys, audience, operation))
  }
  routes.all('/v1/*', (c) => serve(c, shop, keys, audience, undefined))
  return routes
}

async function serve(
  c: Context,
  shop: Shop,
  keys: StripeKeys,
  audience: Audience,
  operation: Operation | undefined,
): Promise<Response> {
  const requestId = `req_${newId(shop.now())}`
  try {
    const encoded = await readBody(c)
    const form = parseForm(encoded)
    authenticate(c, form, audience === 'server' ? keys.secretKey : keys.publishableKey)
    delete form.key
    if (!operation) throw unknownAddress(c)
    if (audience === 'browser' && !operation.public) throw SECRET_KEY_REQUIRED
    const call = {
      nowMs: shop.now(),
      requestId,
      idempotencyKey: c.req.header('idempotency-key') || null,
      publishable: audience === 'browser',
    }
    return answer(
      c,
      requestId,
      await run(shop, keys, operation, call, form, c.req.param('id') ?? '', encoded),
    )
  } catch (error) {
    return answer(c, requestId, refusal(shop, error))
  }
}

async function run(
  shop: Shop,
  keys: StripeKeys,
  operation: Operation,
  call: Omit<Call, 'db'>,
  form: Form,
  id: string,
  encoded: string,
): Promise<IdempotentAnswer> {
  if (operation.method === 'GET') return operation.run({ ...call, db: shop.db }, form, id)
  const fingerprint = createHmac('sha256', keys.secretKey)
    .update(`${operation.path} ${id} ${encoded}`)
    .digest('hex')
  return shop.db.transaction().execute((db) => {
    const inside: Call = { ...call, db }
    return runOnce(inside, fingerprint, () => operation.run(inside, form, id))
  })
}

async function readBody(c: Context): Promise<string> {
  if (c.req.method === 'GET') return new URL(c.req.url).search.slice(1)
  const body = await c.req.text()
  const type = c.req.header('content-type') ?? ''
  if (body !== '' && !type.startsWith('application/x-www-form-urlencoded')) {
    throw invalidRequest(
      'Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have any questions, we can help at https://support.stripe.com/.',
    )
  }
  return body
}

function authenticate(c: Context, form: Form, expected: string): void {
  const given =
    keyFrom(c.req.header('authorization')) ?? (typeof form.key === 'string' ? form.key : undefined)
  if (!given) {
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    )
  }
  if (!isSame(given, expected)) throw unauthorized(`Invalid API Key provided: ${masked(given)}`)
}

/** The key in a Bearer header, or as the user of a Basic one. */
function keyFrom(header: string | undefined): string | undefined {
  const [, scheme, value] = /^(Bearer|Basic) +(\S+)$/i.exec(header ?? '') ?? []
  if (!value) return undefined
  return scheme?.toLowerCase() === 'bearer'
    ? value
    : Buffer.from(value, 'base64').toString('utf8').split(':')[0]
}

const masked = (key: string): string => `${key.slice(0, 8)}${'*'.repeat(12)}`

const unauthorized = (message: string) => new StripeFault(401, { type: 'invalid_request_error', message })

const SECRET_KEY_REQUIRED = new StripeFault(403, {
  type: 'invalid_request_error',
  code: 'secret_key_required',
  message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
})

const unknownAddress = (c: Context): StripeFault =>
  new StripeFault(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${c.req.method}: ${c.req.path}). The sandbox serves a part of Stripe's API only.`,
  })

function refusal(shop: Shop, error: unknown): IdempotentAnswer {
  if (error instanceof StripeFault) return faultAnswer(error.status, error.body)
  const isUnavailable = isDatabaseUnavailable(error)
  if (isUnavailable) shop.log.warn({ err: error }, 'the payment sandbox cannot reach the database')
  else shop.log.error({ err: error }, 'the payment sandbox failed')
  return faultAnswer(isUnavailable ? 503 : 500, { type: 'api_error', message: 'An unknown error occurred' })
}

function answer(c: Context, requestId: string, { status, body, replayOf }: IdempotentAnswer): Response {
  return c.body(JSON.stringify(body), status as 200, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-cache, no-store',
    'Request-Id': requestId,
    ...(replayOf && { 'Idempotent-Replayed': 'true', 'Original-Request': replayOf }),
  })
}
