import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SignedInUser } from '#features/accounts/accounts.ts'
import type { Order } from '#features/orders/orders.ts'
import { intentOf, type Person, userIdOf } from '#tests/support/customer.ts'
import { interceptedGateway, ownerSdk, serverError } from '#tests/support/payment-provider.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import type { Gateway } from '../provider/gateway.ts'
import { startPayment } from './pay-order.ts'

let shop: TestApp
let customer: Person
let order: Order

beforeEach(async () => {
  shop = await createTestApp()
  customer = await shop.register()
  order = await shop.order(customer, await shop.addProduct())
})
afterEach(() => shop[Symbol.asyncDispose]())

async function start(gateway: Gateway): Promise<string> {
  const id = await userIdOf(shop.shop, customer)
  const user: SignedInUser = { ...customer, id, emailVerified: false, sessionId: '' }
  return startPayment(
    shop.shop,
    gateway,
    { customer: user, address: '192.0.2.1' },
    { totalPrice: order.totalPrice, orderId: order._id },
  )
}

const isCreate = ({ method, url }: Request): boolean =>
  method === 'POST' && new URL(url).pathname === '/v1/payment_intents'

/** A provider that refuses the first attempt to create an intent and repeats that answer for the same key. */
function refusingProvider(refusal: () => Response) {
  const refused = new Set<string>()
  const keys: string[] = []
  const gateway = interceptedGateway(shop.shop, (request) => {
    if (!isCreate(request)) return undefined
    const key = request.headers.get('idempotency-key') ?? ''
    keys.push(key)
    if (keys.length === 1) refused.add(key)
    return refused.has(key) ? refusal() : undefined
  })
  return { gateway, keys }
}

/** The ids of the intents that the provider has created. */
const intents = async (): Promise<string[]> => {
  const { data } = await ownerSdk(shop.shop).events.list({ types: ['payment_intent.created'] })
  return data.flatMap((event) => (event.type === 'payment_intent.created' ? [event.data.object.id] : []))
}

const differentParameters = (): Response =>
  Response.json(
    { error: { type: 'idempotency_error', message: 'Keys can only be used with the same parameters.' } },
    { status: 400 },
  )

// attack: repeated-provider-failure
test.each([
  ['a failure', serverError],
  ['a refusal of its parameters', differentParameters],
])('an attempt after %s has its own key, for which the provider has stored no answer', async (_, refusal) => {
  const { gateway, keys } = refusingProvider(refusal)
  await expect(start(gateway)).rejects.toMatchObject({ code: 'unavailable' })
  expect(await shop.shop.db.selectFrom('payments').selectAll().execute()).toEqual([])
  const secret = await start(gateway)
  expect(new Set(keys).size).toBe(2)
  expect(await intents()).toEqual([intentOf(secret)])
  expect(await start(gateway)).toBe(secret)
  expect(keys).toHaveLength(2)
})

test('concurrent attempts that fail together count once', async () => {
  const keys: string[] = []
  const all = Promise.withResolvers<void>()
  const gateway = interceptedGateway(shop.shop, async (request) => {
    if (!isCreate(request)) return undefined
    keys.push(request.headers.get('idempotency-key') ?? '')
    if (keys.length > 3) return undefined
    if (keys.length === 3) all.resolve()
    await all.promise
    return serverError()
  })
  const results = await Promise.allSettled([start(gateway), start(gateway), start(gateway)])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  await start(gateway)
  const own = `order-${order._id}-${Math.round(order.payable * 100)}`
  const [first, second] = [`${own}-0`, `${own}-1`]
  expect(keys).toEqual([first, first, first, second])
})

// attack: repeated-provider-failure
test.each([
  ['a lost answer', () => Promise.reject(new TypeError('terminated'))],
  ['the timeout of a gateway', () => Response.json({ error: { type: 'api_error' } }, { status: 504 })],
  ['too many requests at once', () => Response.json({ error: { type: 'api_error' } }, { status: 429 })],
  ['a request under way', () => Response.json({ error: { type: 'api_error' } }, { status: 409 })],
  ['an answer that is no JSON', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
])('after %s the key stays, so that no second intent is made', async (_, loseAnswer) => {
  const made = ownerSdk(shop.shop)
  let isFirst = true
  const gateway = interceptedGateway(shop.shop, async (request) => {
    if (!isCreate(request) || !isFirst) return undefined
    isFirst = false
    const { headers } = request
    // The request succeeds, but its answer is lost.
    await made.rawRequest(
      'POST',
      '/v1/payment_intents',
      Object.fromEntries(new URLSearchParams(await request.text())),
      {
        idempotencyKey: headers.get('idempotency-key') ?? '',
      },
    )
    return loseAnswer()
  })
  await expect(start(gateway)).rejects.toMatchObject({ code: 'unavailable' })
  const secret = await start(gateway)
  expect(await intents()).toEqual([intentOf(secret)])
})
