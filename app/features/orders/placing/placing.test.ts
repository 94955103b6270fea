import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { orderFor, type Person, verifyEmail } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let shop: TestApp
let customer: Person
let product: Product

beforeEach(async () => {
  // One test registers more customers than an address may in an hour.
  shop = await createTestApp({ RATE_LIMITS: 'sign-in' })
  customer = await shop.register()
  product = await shop.addProduct({ price: 0.0425, quantity: 1000 })
})
afterEach(() => shop[Symbol.asyncDispose]())

const place = (body: unknown, as: Person | undefined = customer, headers: Record<string, string> = {}) =>
  shop.call('POST', '/api/order', { body, as, headers })

const stock = async (): Promise<number> => (await shop.call('GET', `/api/order/${product._id}`)).body.quantity

const orderCount = async (): Promise<number> =>
  (await shop.shop.db.selectFrom('orders').select('id').execute()).length

async function expectNothingPlaced(): Promise<void> {
  expect(await stock()).toBe(1000)
  expect(await orderCount()).toBe(0)
}

// spec: order-fields, total-price, post-order
test('an order holds its pieces and has the account, the price and the total', async () => {
  await verifyEmail(shop.shop, customer)
  const answer = await place({
    ...orderFor(product, 150),
    name: 'Somebody else',
    email: customer.email.toUpperCase(),
  })
  expect(answer.status).toBe(201)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.body).toEqual({
    _id: expect.any(String),
    number: expect.stringMatching(/^[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}$/),
    lines: [
      {
        productId: product._id,
        sku: product.sku,
        product: product.name,
        quantity: 150,
        unitPrice: 0.0425,
        lineTotal: 6.38,
      },
    ],
    product: product.name,
    productId: product._id,
    quantity: 150,
    unitPrice: 0.0425,
    // 6.375 is rounded up.
    totalPrice: 6.38,
    payable: 6.38,
    tax: { kind: 'none', percent: 0, amount: 0 },
    deliverFrom: 'US',
    name: 'Sample Customer',
    email: customer.email,
    phone: '+1 555 0100',
    address: '1 Sample Street, Sample Town',
    addressLines: ['1 Sample Street, Sample Town'],
    paid: false,
    createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    holdUntil: expect.any(String),
  })
  expect(Date.parse(answer.body.holdUntil) - Date.parse(answer.body.createdAt)).toBe(72 * 3_600_000)
  expect(await stock()).toBe(850)
  const events = await shop.shop.db.selectFrom('order_events').select('kind').orderBy('id').execute()
  expect(events.map((event) => event.kind).sort()).toEqual(['held', 'placed'])
})

// spec: minimum, minimum-pieces
test('exactly 100 pieces are accepted, 99 refused with the minimum', async () => {
  const refused = await place(orderFor(product, 99))
  expect(refused.status).toBe(422)
  expect(refused.headers.get('content-type')).toBe('application/problem+json')
  expect(refused.body).toMatchObject({
    code: 'below_minimum',
    minimum: 100,
    detail: 'Quantity should be greater then 100',
  })
  await expectNothingPlaced()
  expect((await place(orderFor(product, 100))).status).toBe(201)
})

test('more pieces than the stock are refused with the available quantity', async () => {
  const refused = await place(orderFor(product, 1001))
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({ code: 'out_of_stock', available: 1000 })
  await expectNothingPlaced()
})

// attack: changed-amount
test.each([[4.26], [4.24], [0.5], [-4.25], [1e20]])(
  'a total of %d for 4.25 is refused with the correct one',
  async (total) => {
    const refused = await place(orderFor(product, 100, total))
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({ code: 'price_changed', totalPrice: 4.25 })
    await expectNothingPlaced()
  },
)

// spec: order-required
test.each([
  ['quantity', { quantity: 100.5 }],
  ['quantity', { quantity: '100' }],
  ['quantity', { quantity: null }],
  ['totalPrice', { totalPrice: null }],
  ['totalPrice', { totalPrice: { amount: 1 } }],
  ['phone', { phone: '1234' }],
  ['phone', { phone: '1'.repeat(33) }],
  ['phone', { phone: 'call me maybe' }],
  ['phone', { phone: 'room 1234' }],
  ['address', { address: '    1    ' }],
  ['address', { address: 'x'.repeat(501) }],
])('an invalid %s is refused and named', async (field, change) => {
  const refused = await place({ ...orderFor(product), ...change })
  expect(refused.status).toBe(422)
  expect(refused.body.errors).toContainEqual({ pointer: `#/${field}`, detail: expect.any(String) })
  await expectNothingPlaced()
})

test('another customer’s e-mail, an unknown product and a visitor are refused', async () => {
  expect((await place({ ...orderFor(product), email: 'other@example.com' })).status).toBe(403)
  expect((await place({ ...orderFor(product), productId: 'unknown' })).status).toBe(404)
  expect((await shop.call('POST', '/api/order', { body: orderFor(product) })).status).toBe(401)
  const byCookie = { body: orderFor(product), headers: { Cookie: customer.cookie } }
  expect((await shop.call('POST', '/api/order', byCookie)).status).toBe(401)
  await expectNothingPlaced()
})

test('without a product id the product is found by name', async () => {
  const { productId: _, ...byName } = orderFor(product)
  expect((await place({ ...byName, product: product.name.toUpperCase() })).body.productId).toBe(product._id)
})

test('an archived product cannot be ordered', async () => {
  await shop.call('DELETE', `/api/product/${product._id}`, { as: await shop.registerAdmin() })
  expect((await place(orderFor(product))).status).toBe(404)
  expect(await orderCount()).toBe(0)
})

test('the same idempotency key returns the same order, but not with another body or account', async () => {
  const headers = { 'Idempotency-Key': 'attempt-1' }
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => place(orderFor(product), customer, headers)),
  )
  expect(answers.map((answer) => answer.status)).toEqual(Array(6).fill(201))
  expect(new Set(answers.map((answer) => answer.body._id)).size).toBe(1)
  expect(await stock()).toBe(900)
  expect((await place(orderFor(product, 101), customer, headers)).status).toBe(422)
  expect(await stock()).toBe(900)
  expect((await place(orderFor(product), await shop.register(), headers)).status).toBe(201)
  expect(await stock()).toBe(800)
})

test('an idempotency key can be used again when its first order was out of stock', async () => {
  const scarce = await shop.addProduct({ quantity: 300 })
  const headers = { 'Idempotency-Key': 'attempt-1' }
  const answers = await Promise.all([
    place(orderFor(scarce, 200), await shop.register()),
    place(orderFor(scarce, 200), customer, headers),
    place(orderFor(scarce, 100), customer, headers),
  ])
  const left = (await shop.call('GET', `/api/order/${scarce._id}`)).body.quantity
  const taken = answers.filter((answer) => answer.status === 201).map((answer) => answer.body.quantity)
  expect(taken.reduce((sum, quantity) => sum + quantity, 0)).toBe(300 - left)
  for (const { status, body } of answers) {
    if (status !== 201) expect(['out_of_stock', 'key_reused']).toContain(body.code)
  }
})

// attack: oversold-stock
test('50 concurrent customers for the last 300 pieces: three orders, no stock', async () => {
  const scarce = await shop.addProduct({ quantity: 300 })
  const customers = await Promise.all(Array.from({ length: 50 }, () => shop.register()))
  const answers = await Promise.all(customers.map((person) => place(orderFor(scarce), person)))
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(3)
  const refused = answers.filter((answer) => answer.status !== 201)
  expect(refused.map((answer) => answer.body.code)).toEqual(Array(47).fill('out_of_stock'))
  expect((await shop.call('GET', `/api/order/${scarce._id}`)).body.quantity).toBe(0)
  expect(await orderCount()).toBe(3)
})

test('customers can list only their newest orders, and the answer is never cached', async () => {
  for (const quantity of [100, 150, 200]) {
    await place(orderFor(product, quantity))
    shop.shop.advance(1000)
  }
  const quantities = async (query: string) =>
    (await shop.call('GET', `/api/myorders${query}`, { as: customer })).body.map(
      (order: { quantity: number }) => order.quantity,
    )
  expect(await quantities('')).toEqual([200, 150, 100])
  expect(await quantities('?limit=1')).toEqual([200])
  const other = await shop.register()
  const answer = await shop.call('GET', '/api/myorders?limit=1', { as: other })
  expect(answer.body).toEqual([])
  expect(answer.headers.get('cache-control')).toBe('no-store')
  for (const limit of ['0', '101', 'x', '1.5', '']) {
    const refused = await shop.call('GET', `/api/myorders?limit=${limit}`, { as: customer })
    expect(refused.status).toBe(422)
  }
})

// attack: foreign-order
// spec: get-myorders, get-myorder
test('customers see only their own orders, newest first; admins see any order', async () => {
  const first = await shop.order(customer, product)
  shop.shop.advance(1000)
  const second = await shop.order(customer, product)
  const other = await shop.register()
  const mine = await shop.call('GET', `/api/myorders?email=${encodeURIComponent(customer.email)}`, {
    as: customer,
  })
  expect(mine.body.map((order: { _id: string }) => order._id)).toEqual([second._id, first._id])
  expect((await shop.call('GET', '/api/myorders', { as: other })).body).toEqual([])
  expect((await shop.call('GET', `/api/myorders?email=${customer.email}`, { as: other })).status).toBe(403)
  expect((await shop.call('GET', `/api/myorder/${first._id}`, { as: other })).status).toBe(404)
  expect(await shop.readOrder(customer, first)).toEqual(first)
  const admin = await shop.registerAdmin()
  expect(await shop.readOrder(admin, first)).toEqual(first)
})

// spec: admin-orders, get-orders
test('admins page through all orders, search and filter them; others may not', async () => {
  const admin = await shop.registerAdmin()
  const placed: string[] = []
  for (let count = 0; count < 5; count += 1) {
    shop.shop.advance(1000)
    placed.unshift((await shop.order(customer, product))._id)
  }
  expect((await shop.call('GET', '/api/orders', { as: customer })).status).toBe(403)
  const seen: string[] = []
  let path: string | undefined = '/api/orders?limit=2&status=unpaid'
  while (path) {
    const page: Awaited<ReturnType<TestApp['call']>> = await shop.call('GET', path, { as: admin })
    expect(page.headers.get('x-total-count')).toBe('5')
    seen.push(...page.body.map((order: { _id: string }) => order._id))
    path = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1]
  }
  expect(seen).toEqual(placed)
  const search = (query: string) =>
    shop.call('GET', `/api/orders?q=${encodeURIComponent(query)}`, { as: admin })
  expect((await search(`SAMPLE ${customer.email.slice(0, 12)}`)).body).toHaveLength(5)
  expect((await search('%')).body).toHaveLength(0)
  expect((await shop.call('GET', '/api/orders?status=shipped', { as: admin })).body).toEqual([])
  for (const invalid of ['limit=0', 'limit=101', 'limit=x', 'after=x', 'status=paid']) {
    expect((await shop.call('GET', `/api/orders?${invalid}`, { as: admin })).status, invalid).toBe(422)
  }
})

test('the count of all orders excludes cancelled, lapsed and refused ones', async () => {
  const counted = async () => {
    const admin = await shop.registerAdmin()
    const page = await shop.call('GET', '/api/orders?limit=1', { as: admin })
    return page.headers.get('x-total-count')
  }
  await shop.pay(customer, await shop.order(customer, product))
  const second = await shop.order(customer, product)
  await shop.order(customer, product)
  expect((await place(orderFor(product, 100_000_000))).status).toBe(409)
  expect(await counted()).toBe('3')
  await shop.call('DELETE', `/api/myorder/${second._id}`, { as: customer })
  expect(await counted()).toBe('2')
  shop.shop.advance(shop.shop.config.holdMs + 1000)
  await shop.runJobs()
  await shop.order(await shop.register(), product)
  expect(await counted()).toBe('2')
})

test('an unpaid order cannot be shipped, and only admins may try', async () => {
  const order = await shop.order(customer, product)
  const ship = (as: Person, body: unknown = { status: 'shipped' }) =>
    shop.call('PUT', `/api/order/${order._id}`, { as, body })
  const admin = await shop.registerAdmin()
  expect((await ship(customer)).status).toBe(403)
  expect((await ship(admin)).status).toBe(409)
  expect((await ship(admin, { status: 'sent' })).status).toBe(422)
  expect(
    (await shop.call('PUT', '/api/order/unknown', { as: admin, body: { status: 'shipped' } })).status,
  ).toBe(404)
  expect(await shop.readOrder(admin, order)).toEqual(order)
})
