import { expect, test } from 'vitest'
import { createApp } from '#app/app.ts'
import {
  GOOGLE_CALLBACK_LIMIT,
  GOOGLE_LIMIT,
  PROFILE_LIMIT,
} from '#features/accounts/attempts/rate-limits.ts'
import { CART_LIMIT } from '#features/cart/api.ts'
import { DOCUMENT_LIMIT, SHARE_PICTURE_LIMIT } from '#features/documents/api.ts'
import { ORDER_LIMIT } from '#features/orders/api.ts'
import { STRENGTH_LIMIT } from '#features/passwords/api.ts'
import { PAYMENT_LIMIT, SETTLEMENT_LIMIT } from '#features/payments/api.ts'
import { QUOTE_LIMIT } from '#features/quote/api.ts'
import { REVIEW_LIMIT } from '#features/reviews/api.ts'
import { UNPROVEN_MAIL_LIMIT } from '#kit/mail/unproven-mails.ts'
import type { Limit } from '#kit/server/rate-limit.ts'
import { DAY_MS } from '#kit/time.ts'
import { type Answer, createCalls, intentOf, ORIGIN, orderFor, type Person } from './support/customer.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

/** Calls that would change something, by their limits; those of the doors alone are in `limitsOfDoors`. */
async function limitedCalls(shop: TestApp, customer: Person): Promise<[Limit, LimitedCall][]> {
  const product = await shop.addProduct({ quantity: 100_000 })
  const order = await shop.order(customer, product)
  const { _id, totalPrice } = order
  const intent = { body: { totalPrice, orderId: _id } }
  const transactionId = intentOf(await shop.startPayment(customer, order))
  const review = { body: { comment: 'A sample.', rating: '4', name: '' } }
  const session = (as: Person) => ({ Cookie: as.cookie, Origin: ORIGIN })
  return [
    [ORDER_LIMIT, (as, headers) => shop.call('POST', '/api/order', { body: orderFor(product), as, headers })],
    [CART_LIMIT, (as, headers) => shop.call('PUT', '/api/cart', { body: { lines: [] }, as, headers })],
    [REVIEW_LIMIT, (as, headers) => shop.call('POST', '/api/rating', { ...review, as, headers })],
    [
      PAYMENT_LIMIT,
      (as, headers) => shop.call('POST', '/api/create-payment-intent', { ...intent, as, headers }),
    ],
    [
      SETTLEMENT_LIMIT,
      (as, headers) => {
        const body = { appointment: _id, transactionId }
        return shop.call('PATCH', `/api/order/${_id}`, { body, as, headers })
      },
    ],
    [
      PROFILE_LIMIT,
      (as, headers) => {
        const body = { email: as.email, name: 'Another Name' }
        return shop.call('PUT', `/api/user/${as.email}`, { body, headers: { ...session(as), ...headers } })
      },
    ],
    [
      PROFILE_LIMIT,
      (as, headers) => {
        const body = { name: 'A Third Name' }
        return shop.call('POST', '/api/auth/update-user', { body, headers: { ...session(as), ...headers } })
      },
    ],
  ]
}

/** The limits that doors count, each with a call that changes nothing. */
function limitsOfDoors({ app, call }: TestApp) {
  const limits = new Map<Limit, { isForStaff: boolean; send: LimitedCall }>()
  for (const { method, path, door } of app.calls) {
    if (door?.proof !== 'bearer' || door.limit === undefined || door.limit === 'reads') continue
    const sample = path.replace(/\{\w+\}/g, 'unknown')
    const body = ['GET', 'DELETE'].includes(method) ? {} : { body: {} }
    const send: LimitedCall = (as, headers) => call(method, sample, { ...body, as, headers })
    if (!limits.has(door.limit)) limits.set(door.limit, { isForStaff: door.right !== undefined, send })
  }
  return limits
}

type LimitedCall = (as: Person, headers: Record<string, string>) => Promise<Answer>

const FIRST_ADDRESS = { 'X-Forwarded-For': '192.0.2.1' }
const SECOND_ADDRESS = { 'X-Forwarded-For': '192.0.2.2' }

/** Sets the counts of all callers so far to `hits`. */
const setHits = ({ shop }: TestApp, { name }: Limit, side: 'account' | 'address', hits: number) =>
  shop.db.updateTable('rate_limits').set({ hits }).where('key', 'like', `${name}-${side}:%`).execute()

const snapshot = async ({ shop }: TestApp) => ({
  orders: await shop.db.selectFrom('orders').selectAll().orderBy('id').execute(),
  stock: await shop.db.selectFrom('products').select(['id', 'quantity']).orderBy('id').execute(),
  payments: await shop.db.selectFrom('payments').selectAll().orderBy('intent_id').execute(),
  reviews: await shop.db.selectFrom('ratings').selectAll().orderBy('id').execute(),
  carts: await shop.db.selectFrom('cart_lines').selectAll().orderBy('user_id').execute(),
  users: await shop.db.selectFrom('user').selectAll().orderBy('id').execute(),
})

const expectTooMany = (answer: Answer, windowMs: number): void => {
  expect([answer.status, answer.body.code]).toEqual([429, 'too_many_requests'])
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  const waitS = Number(answer.headers.get('retry-after'))
  expect(waitS).toBeGreaterThan(windowMs / 1000 - 20)
  expect(waitS).toBeLessThanOrEqual(windowMs / 1000)
}

// attack: endless-changes, held-stock, stolen-cards
test('orders, carts, reviews, payments and profiles are limited by account, then by address, and a refused call changes nothing', async () => {
  await using shop = await createTestApp({ TRUST_PROXY: '1' })
  const [eve, ada] = [await shop.register(), await shop.register()]
  for (const [limit, send] of await limitedCalls(shop, eve)) {
    const { name, account = 0, address, windowMs } = limit
    const accepted = (await send(eve, FIRST_ADDRESS)).status
    expect([200, 201, 402, 404]).toContain(accepted)
    await setHits(shop, limit, 'account', account)
    const before = await snapshot(shop)
    expectTooMany(await send(eve, FIRST_ADDRESS), windowMs)
    expectTooMany(await send(eve, SECOND_ADDRESS), windowMs)
    expect(await snapshot(shop), name).toEqual(before)
    // Other accounts at the same address are accepted until the limit of the address is reached.
    expect((await send(ada, FIRST_ADDRESS)).status, name).not.toBe(429)
    await setHits(shop, limit, 'address', address)
    expectTooMany(await send(ada, FIRST_ADDRESS), windowMs)
    expect((await send(ada, { 'X-Forwarded-For': '192.0.2.9' })).status, name).not.toBe(429)
    shop.shop.advance(windowMs)
    expect((await send(eve, FIRST_ADDRESS)).status, name).toBe(accepted)
  }
})

// attack: endless-changes, stolen-cards
test('every limit of a door is counted before anything of the request is looked at, by account, then by address', async () => {
  await using shop = await createTestApp({ TRUST_PROXY: '1' })
  let customers = [await shop.register(), await shop.register()] as const
  let admins = [await shop.registerAdmin(), await shop.registerAdmin()] as const
  const limits = limitsOfDoors(shop)
  expect(limits.size).toBeGreaterThan(12)
  for (const [limit, { isForStaff, send }] of limits) {
    const { name, account, address, windowMs } = limit
    const [eve, ada] = isForStaff ? admins : customers
    const answered = (await send(eve, FIRST_ADDRESS)).status
    expect([200, 403, 404, 415, 422], name).toContain(answered)
    if (account !== undefined) {
      await setHits(shop, limit, 'account', account)
      expectTooMany(await send(eve, FIRST_ADDRESS), windowMs)
      expectTooMany(await send(eve, SECOND_ADDRESS), windowMs)
    }
    expect((await send(ada, FIRST_ADDRESS)).status, name).toBe(answered)
    await setHits(shop, limit, 'address', address)
    expectTooMany(await send(ada, FIRST_ADDRESS), windowMs)
    shop.shop.advance(windowMs)
    // Their access is over after half a day.
    if (windowMs >= DAY_MS) {
      customers = [await shop.signIn(customers[0]), await shop.signIn(customers[1])]
      admins = [await shop.signIn(admins[0]), await shop.signIn(admins[1])]
    }
    const [later] = isForStaff ? admins : customers
    expect((await send(later, FIRST_ADDRESS)).status, name).toBe(answered)
  }
})

test('a window starts with the first call, and later calls do not extend it', async () => {
  await using shop = await createTestApp()
  const eve = await shop.register()
  const send = () =>
    shop.call('POST', '/api/rating', { body: { comment: 'A sample.', rating: '4' }, as: eve })
  const { windowMs } = REVIEW_LIMIT
  expect((await send()).status).toBe(201)
  await setHits(shop, REVIEW_LIMIT, 'account', Number(REVIEW_LIMIT.account))
  shop.shop.advance(windowMs / 2)
  const refused = await send()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(windowMs / 2000)
  shop.shop.advance(windowMs / 2)
  expect((await send()).status).toBe(201)
})

test('counts contain no e-mail and no network address, and are deleted when their window ends', async () => {
  await using shop = await createTestApp({ TRUST_PROXY: '1' })
  const eve = await shop.register()
  const body = { email: eve.email, password: 'not the password' }
  await shop.call('POST', '/api/auth/sign-in/email', { body, headers: FIRST_ADDRESS })
  const keys = async () =>
    (await shop.shop.db.selectFrom('rate_limits').select('key').execute()).map(({ key }) => key)
  await shop.runJobs('delete old rate limit counts')
  const counted = await keys()
  expect(counted.filter((key) => key.startsWith('sign-in-'))).toHaveLength(2)
  for (const key of counted) {
    expect(key).not.toContain(eve.email)
    expect(key).not.toContain('192.0.2.1')
  }
  shop.shop.advance(UNPROVEN_MAIL_LIMIT.windowMs)
  await shop.runJobs('delete old rate limit counts')
  expect(await keys()).toEqual([])
})

test('processes on one database share the counts, and the last call before the limit is accepted', async () => {
  await using shop = await createTestApp()
  const eve = await shop.register()
  const other = createCalls(ORIGIN, (request) => createApp(shop.shop, shop.shop.database).fetch(request))
  const body = { comment: 'A sample.', rating: '4', name: '' }
  await shop.call('POST', '/api/rating', { body, as: eve })
  await setHits(shop, REVIEW_LIMIT, 'account', Number(REVIEW_LIMIT.account) - 1)
  expect((await other.call('POST', '/api/rating', { body, as: eve })).status).toBe(201)
  expect((await shop.call('POST', '/api/rating', { body, as: eve })).status).toBe(429)
})

test('with RATE_LIMITS=sign-in only the sign-in calls are counted', async () => {
  await using shop = await createTestApp({ RATE_LIMITS: 'sign-in' })
  const eve = await shop.register()
  for (const [, send] of await limitedCalls(shop, eve)) await send(eve, {})
  for (const { send } of limitsOfDoors(shop).values()) await send(eve, {})
  const counted = await shop.shop.db.selectFrom('rate_limits').select('key').execute()
  expect(counted.filter(({ key }) => !key.startsWith('sign-up-'))).toEqual([])
})

test('redirects to Google and callbacks from Google are limited by address, also with RATE_LIMITS=sign-in', async () => {
  await using shop = await createTestApp({ RATE_LIMITS: 'sign-in', TRUST_PROXY: '1' })
  const startSignIn = (headers: Record<string, string>) =>
    shop.call('POST', '/api/auth/sign-in/social', { body: { provider: 'google' }, headers })
  const callCallback = (headers: Record<string, string>) =>
    shop.call('GET', '/api/auth/callback/google?code=x&state=y', { headers })
  for (const [limit, send] of [
    [GOOGLE_LIMIT, startSignIn],
    [GOOGLE_CALLBACK_LIMIT, callCallback],
  ] as const) {
    const { address, windowMs } = limit
    expect((await send(FIRST_ADDRESS)).status).toBeLessThan(400)
    await setHits(shop, limit, 'address', address)
    expectTooMany(await send(FIRST_ADDRESS), windowMs)
    expect((await send(SECOND_ADDRESS)).status).toBeLessThan(400)
    shop.shop.advance(windowMs)
    expect((await send(FIRST_ADDRESS)).status).toBeLessThan(400)
  }
})

// attack: document-load
test('data sheets and share pictures are limited by address, unknown parts too', async () => {
  await using shop = await createTestApp({ TRUST_PROXY: '1' })
  for (const [limit, path] of [
    [DOCUMENT_LIMIT, '/api/part/unknown/data-sheet.pdf'],
    [SHARE_PICTURE_LIMIT, '/part-pictures/unknown.png'],
  ] as const) {
    const send = (headers: Record<string, string>) => shop.call('GET', path, { headers })
    expect((await send(FIRST_ADDRESS)).status).toBe(404)
    await setHits(shop, limit, 'address', limit.address)
    expectTooMany(await send(FIRST_ADDRESS), limit.windowMs)
    expect((await send(SECOND_ADDRESS)).status).toBe(404)
    shop.shop.advance(limit.windowMs)
    expect((await send(FIRST_ADDRESS)).status).toBe(404)
  }
})

test('passwords are rated so often from an address', async () => {
  await using shop = await createTestApp({ TRUST_PROXY: '1' })
  const body = { password: 'quiet-harbour-lamp' }
  const send = (headers: Record<string, string>) =>
    shop.call('POST', '/api/password-strength', { body, headers })
  expect((await send(FIRST_ADDRESS)).status).toBe(200)
  await setHits(shop, STRENGTH_LIMIT, 'address', STRENGTH_LIMIT.address)
  expectTooMany(await send(FIRST_ADDRESS), STRENGTH_LIMIT.windowMs)
  expect((await send(SECOND_ADDRESS)).status).toBe(200)
})

// attack: pasted-text
test('quotes are limited by address, invalid requests too', async () => {
  await using shop = await createTestApp({ TRUST_PROXY: '1' })
  const send = (headers: Record<string, string>, body: object = { text: '' }) =>
    shop.call('POST', '/api/quote', { body, headers })
  expect((await send(FIRST_ADDRESS, {})).status).toBe(422)
  await setHits(shop, QUOTE_LIMIT, 'address', QUOTE_LIMIT.address)
  const before = await snapshot(shop)
  expectTooMany(await send(FIRST_ADDRESS), QUOTE_LIMIT.windowMs)
  expect(await snapshot(shop)).toEqual(before)
  expect((await send(SECOND_ADDRESS)).status).toBe(200)
  shop.shop.advance(QUOTE_LIMIT.windowMs)
  expect((await send(FIRST_ADDRESS)).status).toBe(200)
})
