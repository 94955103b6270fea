import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createApp } from '#app/app.ts'
import {
  GOOGLE_CALLBACK_LIMIT,
  GOOGLE_LIMIT,
  PROFILE_LIMIT,
  RESET_LIMIT,
  RESET_TOKEN_LIMIT,
  SIGN_IN_LIMIT,
  SIGN_UP_LIMIT,
} from '#features/accounts/limits.ts'
import { ORDER_LIMIT } from '#features/orders/api.ts'
import { CANCEL_LIMIT, PAYMENT_LIMIT, SETTLEMENT_LIMIT } from '#features/payments/api.ts'
import { REVIEW_LIMIT } from '#features/reviews/api.ts'
import type { Limit } from '#kit/server/rate-limit.ts'
import { type Answer, createCalls, intentOf, ORIGIN, orderFor, type Person } from './support/customer.ts'
import { readTable } from './support/doc-tables.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

/** A call of each limit that passes, and passes again. */
async function limitedCalls(shop: TestApp, customer: Person): Promise<[Limit, Ask][]> {
  const product = await shop.addProduct({ quantity: 100_000 })
  const order = await shop.order(customer, product)
  const { _id, totalPrice } = order
  const intent = { body: { totalPrice, orderId: _id } }
  const transactionId = intentOf(await shop.startPayment(customer, order))
  const review = { body: { comment: 'A sample.', rating: '4', name: '' } }
  const session = (as: Person) => ({ Cookie: as.cookie, Origin: ORIGIN })
  return [
    [
      ORDER_LIMIT,
      (as, from) => shop.call('POST', '/api/order', { body: orderFor(product), as, headers: from }),
    ],
    [REVIEW_LIMIT, (as, from) => shop.call('POST', '/api/rating', { ...review, as, headers: from })],
    [
      PAYMENT_LIMIT,
      (as, from) => shop.call('POST', '/api/create-payment-intent', { ...intent, as, headers: from }),
    ],
    [
      SETTLEMENT_LIMIT,
      (as, from) => {
        const body = { appointment: _id, transactionId }
        return shop.call('PATCH', `/api/order/${_id}`, { body, as, headers: from })
      },
    ],
    // Whether there is such an order or not.
    [CANCEL_LIMIT, (as, from) => shop.call('DELETE', '/api/myorder/unknown', { as, headers: from })],
    [
      PROFILE_LIMIT,
      (as, from) => {
        const body = { email: as.email, name: 'Another Name' }
        return shop.call('PUT', `/api/user/${as.email}`, { body, headers: { ...session(as), ...from } })
      },
    ],
    [
      PROFILE_LIMIT,
      (as, from) => {
        const body = { name: 'A Third Name' }
        return shop.call('POST', '/api/auth/update-user', { body, headers: { ...session(as), ...from } })
      },
    ],
  ]
}

type Ask = (as: Person, from: Record<string, string>) => Promise<Answer>

const HERE = { 'X-Forwarded-For': '192.0.2.1' }
const ELSEWHERE = { 'X-Forwarded-For': '192.0.2.2' }

/** As if the limit were used up to its last call, by whoever has called so far. */
const spendUp = ({ shop }: TestApp, { name }: Limit, side: 'account' | 'address', hits: number) =>
  shop.db.updateTable('rate_limits').set({ hits }).where('key', 'like', `${name}-${side}:%`).execute()

const digest = async ({ shop }: TestApp) => ({
  orders: await shop.db.selectFrom('orders').selectAll().orderBy('id').execute(),
  stock: await shop.db.selectFrom('products').select(['id', 'quantity']).orderBy('id').execute(),
  payments: await shop.db.selectFrom('payments').selectAll().orderBy('intent_id').execute(),
  reviews: await shop.db.selectFrom('ratings').selectAll().orderBy('id').execute(),
  users: await shop.db.selectFrom('user').selectAll().orderBy('id').execute(),
})

const expectTooMany = (answer: Answer, windowMs: number): void => {
  expect([answer.status, answer.body.code]).toEqual([429, 'too_many_requests'])
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  const waitS = Number(answer.headers.get('retry-after'))
  expect(waitS).toBeGreaterThan(windowMs / 1000 - 20)
  expect(waitS).toBeLessThanOrEqual(windowMs / 1000)
}

test('orders, reviews, payments, cancellations and profiles are limited by account, then by address, and nothing is changed', async () => {
  await using shop = await createTestApp({ TRUST_PROXY: '1' })
  const [eve, ada] = [await shop.register(), await shop.register()]
  for (const [limit, ask] of await limitedCalls(shop, eve)) {
    const { name, account = 0, address, windowMs } = limit
    const passes = (await ask(eve, HERE)).status
    expect([200, 201, 402, 404]).toContain(passes)
    await spendUp(shop, limit, 'account', account)
    const before = await digest(shop)
    expectTooMany(await ask(eve, HERE), windowMs)
    expectTooMany(await ask(eve, ELSEWHERE), windowMs)
    expect(await digest(shop), name).toEqual(before)
    // Whoever else is at the same address is not refused, until the address itself has had its share.
    expect((await ask(ada, HERE)).status, name).not.toBe(429)
    await spendUp(shop, limit, 'address', address)
    expectTooMany(await ask(ada, HERE), windowMs)
    expect((await ask(ada, { 'X-Forwarded-For': '192.0.2.9' })).status, name).not.toBe(429)
    shop.shop.advance(windowMs)
    expect((await ask(eve, HERE)).status, name).toBe(passes)
  }
})

test('a window opens with the first call and ends in its time, whatever is asked meanwhile', async () => {
  await using shop = await createTestApp()
  const eve = await shop.register()
  const ask = () => shop.call('POST', '/api/rating', { body: { comment: 'A sample.', rating: '4' }, as: eve })
  const { windowMs } = REVIEW_LIMIT
  expect((await ask()).status).toBe(201)
  await spendUp(shop, REVIEW_LIMIT, 'account', Number(REVIEW_LIMIT.account))
  shop.shop.advance(windowMs / 2)
  const refused = await ask()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(windowMs / 2000)
  shop.shop.advance(windowMs / 2)
  expect((await ask()).status).toBe(201)
})

test('what is counted names nobody, and is forgotten when its window is over', async () => {
  await using shop = await createTestApp({ TRUST_PROXY: '1' })
  const eve = await shop.register()
  const body = { email: eve.email, password: 'not the password' }
  await shop.call('POST', '/api/auth/sign-in/email', { body, headers: HERE })
  const keys = async () =>
    (await shop.shop.db.selectFrom('rate_limits').select('key').execute()).map(({ key }) => key)
  await shop.runJobs('delete old rate limit counts')
  const counted = await keys()
  expect(counted.filter((key) => key.startsWith('sign-in-'))).toHaveLength(2)
  for (const key of counted) {
    expect(key).not.toContain(eve.email)
    expect(key).not.toContain('192.0.2.1')
  }
  shop.shop.advance(SIGN_IN_LIMIT.windowMs)
  await shop.runJobs('delete old rate limit counts')
  expect(await keys()).toEqual([])
})

test('processes on one database share the counts, and the last call before the limit passes', async () => {
  await using shop = await createTestApp()
  const eve = await shop.register()
  const other = createCalls(ORIGIN, (request) => createApp(shop.shop, shop.shop.database).fetch(request))
  const body = { comment: 'A sample.', rating: '4', name: '' }
  await shop.call('POST', '/api/rating', { body, as: eve })
  await spendUp(shop, REVIEW_LIMIT, 'account', Number(REVIEW_LIMIT.account) - 1)
  expect((await other.call('POST', '/api/rating', { body, as: eve })).status).toBe(201)
  expect((await shop.call('POST', '/api/rating', { body, as: eve })).status).toBe(429)
})

test('with RATE_LIMITS=sign-in nothing but the sign-in calls is counted', async () => {
  await using shop = await createTestApp({ RATE_LIMITS: 'sign-in' })
  const eve = await shop.register()
  for (const [, ask] of await limitedCalls(shop, eve)) await ask(eve, {})
  const counted = await shop.shop.db.selectFrom('rate_limits').select('key').execute()
  expect(counted.filter(({ key }) => !key.startsWith('sign-up-'))).toEqual([])
})

test('ways to Google and back are limited by address, for load tests too', async () => {
  await using shop = await createTestApp({ RATE_LIMITS: 'sign-in', TRUST_PROXY: '1' })
  const leave = (headers: Record<string, string>) =>
    shop.call('POST', '/api/auth/sign-in/social', { body: { provider: 'google' }, headers })
  const comeBack = (headers: Record<string, string>) =>
    shop.call('GET', '/api/auth/callback/google?code=x&state=y', { headers })
  for (const [limit, ask] of [
    [GOOGLE_LIMIT, leave],
    [GOOGLE_CALLBACK_LIMIT, comeBack],
  ] as const) {
    const { address, windowMs } = limit
    expect((await ask(HERE)).status).toBeLessThan(400)
    await spendUp(shop, limit, 'address', address)
    expectTooMany(await ask(HERE), windowMs)
    expect((await ask(ELSEWHERE)).status).toBeLessThan(400)
    shop.shop.advance(windowMs)
    expect((await ask(HERE)).status).toBeLessThan(400)
  }
})

/** Every limit, in the order of the page on security. */
const LIMITS: readonly Limit[] = [
  SIGN_IN_LIMIT,
  SIGN_UP_LIMIT,
  RESET_LIMIT,
  RESET_TOKEN_LIMIT,
  GOOGLE_LIMIT,
  GOOGLE_CALLBACK_LIMIT,
  PROFILE_LIMIT,
  REVIEW_LIMIT,
  ORDER_LIMIT,
  PAYMENT_LIMIT,
  SETTLEMENT_LIMIT,
  CANCEL_LIMIT,
]

test('the limits are those that the page on security lists', () => {
  const page = readFileSync(new URL('../docs/security.md', import.meta.url), 'utf8')
  const written = readTable(page, 'Limits').map(([, account, address, window]) => [account, address, window])
  const kept = LIMITS.map(({ account, address, windowMs }) => [
    account === undefined ? '' : String(account),
    String(address),
    `${windowMs / 60_000} min`,
  ])
  expect(written).toEqual(kept)
})

test('no two limits share their counts, and no limit of a feature is missing from the list', () => {
  expect(new Set(LIMITS.map(({ name }) => name)).size).toBe(LIMITS.length)
  const root = join(import.meta.dirname, '..')
  const declared = globSync('app/features/**/*.ts', { cwd: root }).flatMap(
    (file) => readFileSync(join(root, file), 'utf8').match(/: Limit = \{/g) ?? [],
  )
  expect(declared).toHaveLength(LIMITS.length)
})
