import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { createApp } from '#app/app.ts'
import type { Product } from '#features/catalog/schema.ts'
import { openDatabase } from '#kit/db/db.ts'
import { HOUR_MS } from '#kit/time.ts'
import { createCalls, ORIGIN, orderFor, type Person, verifyEmail } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const QUANTITY = 100_000

let shop: TestApp
let customer: Person
let product: Product

afterEach(() => shop[Symbol.asyncDispose]())

async function openTestShop(environment: Record<string, string> = {}): Promise<void> {
  shop = await createTestApp(environment)
  customer = await shop.register()
  product = await shop.addProduct({ quantity: QUANTITY })
}

const place = (headers: Record<string, string> = {}, body: object = orderFor(product)) =>
  shop.call('POST', '/api/order', { body, as: customer, headers })

/** Places `limit` orders and returns the answer to one more. */
async function placeOneBeyond(limit: number) {
  for (let count = 0; count < limit; count += 1) expect((await place()).status).toBe(201)
  return place()
}

/** All rows that placing an order writes. */
async function readState() {
  const { db } = shop.shop
  return {
    orders: await db.selectFrom('orders').selectAll().orderBy('id').execute(),
    lines: await db.selectFrom('order_lines').selectAll().orderBy('order_id').execute(),
    events: await db.selectFrom('order_events').selectAll().orderBy('id').execute(),
    mails: await db.selectFrom('outbox').select(['id', 'about']).orderBy('id').execute(),
    stock: await db.selectFrom('products').select(['id', 'quantity']).orderBy('id').execute(),
    changes: await db.selectFrom('public_changes').selectAll().orderBy('id').execute(),
  }
}

// attack: held-stock
test('an account with an unverified e-mail has at most ten unpaid orders: the next order is refused and writes nothing', async () => {
  await openTestShop()
  for (let count = 0; count < 10; count += 1) expect((await place()).status).toBe(201)
  const before = await readState()
  const refused = await place()
  expect([refused.status, refused.body.code]).toEqual([409, 'too_many_unpaid'])
  expect(refused.headers.get('content-type')).toBe('application/problem+json')
  expect(refused.body.detail).toBe(
    'You have 10 unpaid orders, the most until your e-mail is confirmed. Pay or cancel one, or confirm your e-mail to have up to 100.',
  )
  expect(await readState()).toEqual(before)
  const other = await shop.register()
  expect((await shop.call('POST', '/api/order', { body: orderFor(product), as: other })).status).toBe(201)
})

test('paying one, cancelling one and the end of a hold each allow one more', async () => {
  await openTestShop()
  const first = (await place()).body
  expect((await placeOneBeyond(9)).body.code).toBe('too_many_unpaid')
  await shop.pay(customer, first)
  const second = await place()
  expect([second.status, (await place()).body.code]).toEqual([201, 'too_many_unpaid'])
  await shop.call('DELETE', `/api/myorder/${second.body._id}`, { as: customer })
  expect([(await place()).status, (await place()).body.code]).toEqual([201, 'too_many_unpaid'])
  await shop.shop.db.updateTable('orders').set({ hold_until: 1 }).where('paid_at', 'is', null).execute()
  await shop.runJobs('cancel lapsed orders')
  expect((await place()).status).toBe(201)
})

test('an unpaid order counts until one day after the end of its hold, also when the hold could not be ended', async () => {
  await openTestShop()
  const first = (await place()).body
  expect((await placeOneBeyond(9)).body.code).toBe('too_many_unpaid')
  /** Sets the age of the order. */
  const setPlaced = (ageMs: number) => {
    const created_at = shop.shop.now() - ageMs
    const change = { created_at, hold_until: created_at + shop.shop.config.holdMs }
    return shop.shop.db.updateTable('orders').set(change).where('id', '=', first._id).execute()
  }
  await setPlaced(shop.shop.config.holdMs + 23 * HOUR_MS)
  expect((await place()).body.code).toBe('too_many_unpaid')
  await setPlaced(shop.shop.config.holdMs + 25 * HOUR_MS)
  expect((await place()).status).toBe(201)
})

test('a verified account has at most MAX_UNPAID_ORDERS', async () => {
  await openTestShop({ MAX_UNPAID_ORDERS: '12' })
  await verifyEmail(shop.shop, customer)
  const refused = await placeOneBeyond(12)
  expect([refused.status, refused.body.code]).toEqual([409, 'too_many_unpaid'])
  expect(refused.body.detail).toBe(
    'You have 12 unpaid orders, the most at a time. Pay or cancel one, then place this order again.',
  )
})

test('a MAX_UNPAID_ORDERS below ten also limits unverified accounts', async () => {
  await openTestShop({ MAX_UNPAID_ORDERS: '3' })
  const refused = await placeOneBeyond(3)
  expect(refused.body).toMatchObject({
    code: 'too_many_unpaid',
    detail: expect.not.stringContaining('verify'),
  })
})

test('a repeated Idempotency-Key returns its order when the limit is reached', async () => {
  await openTestShop()
  const headers = { 'Idempotency-Key': 'the first' }
  const first = (await place(headers)).body
  expect((await placeOneBeyond(9)).body.code).toBe('too_many_unpaid')
  const again = await place(headers)
  expect([again.status, again.body]).toEqual([201, first])
  const refused = { 'Idempotency-Key': 'the refused' }
  expect((await place(refused)).body.code).toBe('too_many_unpaid')
  await shop.call('DELETE', `/api/myorder/${first._id}`, { as: customer })
  expect((await place(refused)).status).toBe(201)
})

test('RATE_LIMITS=sign-in turns the limit off', async () => {
  await openTestShop({ RATE_LIMITS: 'sign-in', MAX_UNPAID_ORDERS: '2' })
  expect((await placeOneBeyond(11)).status).toBe(201)
})

// attack: held-stock
test('of 50 concurrent orders in two processes, for several products and customers, each customer gets ten', async () => {
  await openTestShop()
  const database = openDatabase({
    dataDir: shop.shop.config.dataDir,
    databaseUrl: shop.shop.config.databaseUrl,
  })
  try {
    const second = createApp({ ...shop.shop, db: database.db }, database)
    const processes = [shop, createCalls(ORIGIN, (request) => second.fetch(request))]
    const customers = [customer, await shop.register(), await shop.register()]
    const products = [
      product,
      await shop.addProduct({ quantity: QUANTITY }),
      await shop.addProduct({ quantity: QUANTITY }),
    ]
    const answers = await Promise.all(
      Array.from({ length: 150 }, async (_, index) => {
        const as = customers[index % 3]
        const body = orderFor(products[Math.floor(index / 3) % 3] as Product)
        const answer = await processes[index % 2]?.call('POST', '/api/order', { body, as })
        return `${index % 3} ${answer?.status} ${answer?.body.code ?? ''}`
      }),
    )
    for (const index of [0, 1, 2]) {
      expect(answers.filter((answer) => answer === `${index} 201 `)).toHaveLength(10)
      expect(answers.filter((answer) => answer === `${index} 409 too_many_unpaid`)).toHaveLength(40)
    }
    const { orders, stock } = await readState()
    expect(orders).toHaveLength(30)
    expect(stock.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(3 * QUANTITY - 30 * 100)
  } finally {
    await database.close()
  }
}, 180_000)

test('requests shortly after each other with one key order the last pieces once, and all of them return that order', async () => {
  await openTestShop()
  const last = await shop.addProduct({ quantity: 100 })
  const answers = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      await pause(index)
      return place({ 'Idempotency-Key': 'last' }, orderFor(last))
    }),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(201))
  expect(new Set(answers.map(({ body }) => body._id)).size).toBe(1)
  expect((await readState()).orders).toHaveLength(1)
})

test('requests at once with one key place the last order that the limit allows, and all of them return it', async () => {
  await openTestShop()
  for (let count = 0; count < 9; count += 1) expect((await place()).status).toBe(201)
  const answers = await Promise.all(Array.from({ length: 6 }, () => place({ 'Idempotency-Key': 'last' })))
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201))
  expect(new Set(answers.map(({ body }) => body._id)).size).toBe(1)
  expect((await readState()).orders).toHaveLength(10)
})

/** Marks that so many orders of the customer were cancelled now. */
async function cancelMany(count: number): Promise<void> {
  const { _id } = (await place()).body
  await shop.call('DELETE', `/api/myorder/${_id}`, { as: customer })
  const row = await shop.shop.db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', _id)
    .executeTakeFirstOrThrow()
  const rows = Array.from({ length: count - 1 }, (_, n) => ({
    ...row,
    id: `${_id}-${n}`,
    number: `SAMPLE${n}`,
    idempotency_key: null,
  }))
  await shop.shop.db.insertInto('orders').values(rows).execute()
}

// attack: endless-cancelling
test.each([
  [
    20,
    false,
    'the most there can be until your e-mail is confirmed. Confirm your e-mail, or order tomorrow.',
  ],
  [100, true, 'the most there can be. Place this order tomorrow.'],
] as const)(
  'after %i orders that were cancelled or lapsed within a day no more is placed (verified: %s)',
  async (most, isVerified, end) => {
    await openTestShop()
    if (isVerified) await verifyEmail(shop.shop, customer)
    await cancelMany(most - 1)
    const last = (await place()).body
    expect((await shop.call('DELETE', `/api/myorder/${last._id}`, { as: customer })).status).toBe(200)
    const before = await readState()
    const refused = await place()
    expect([refused.status, refused.body.code]).toEqual([409, 'too_many_cancelled'])
    expect(refused.body.detail).toBe(`${most} of your orders were cancelled or lapsed within a day, ${end}`)
    expect(await readState()).toEqual(before)
    // What a stranger cancels keeps nobody of the staff from entering an order.
    const entered = { ...orderFor(product), customer: customer.email }
    const status = (await shop.call('POST', '/api/order', { body: entered, as: await shop.registerAdmin() }))
      .status
    expect(status).toBe(isVerified ? 409 : 201)
    shop.shop.advance(24 * HOUR_MS + 1000)
    customer = await shop.signIn(customer)
    expect((await place()).status).toBe(201)
  },
)

test('RATE_LIMITS=sign-in turns the limit of cancelled orders off', async () => {
  await openTestShop({ RATE_LIMITS: 'sign-in' })
  await cancelMany(100)
  expect((await place()).status).toBe(201)
})
