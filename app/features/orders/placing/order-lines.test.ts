import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import type { Person } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let shop: TestApp
let customer: Person
let screw: Product
let nut: Product

beforeEach(async () => {
  shop = await createTestApp()
  customer = await shop.register()
  screw = await shop.addProduct({
    name: 'Sample screw',
    minimum: 100,
    quantity: 5000,
    price: 0.0425,
    prices: [
      { from: 100, price: 0.0425 },
      { from: 1000, price: 0.0333 },
    ],
  })
  nut = await shop.addProduct({ name: 'Sample nut', step: 50, minimum: 200, quantity: 620, price: 0.011 })
})
afterEach(() => shop[Symbol.asyncDispose]())

const CONTACT = { phone: '+1 555 0100', address: '1 Sample Street, Sample Town' }

const place = (body: object, headers: Record<string, string> = {}) =>
  shop.call('POST', '/api/order', { body: { ...CONTACT, ...body }, as: customer, headers })

const line = (product: Product, quantity: number) => ({ productId: product._id, quantity })

const stockOf = async ({ _id }: Product): Promise<number> =>
  (await shop.call('GET', `/api/order/${_id}`)).body.quantity

const expectNothingPlaced = async (): Promise<void> => {
  expect([await stockOf(screw), await stockOf(nut)]).toEqual([5000, 620])
  for (const table of ['orders', 'order_lines', 'order_events', 'outbox'] as const) {
    const rows = await shop.shop.db.selectFrom(table).selectAll().execute()
    // The mails of accounts are about no record.
    expect(rows.filter((row) => !('about' in row) || row.about !== null)).toEqual([])
  }
}

test('an order of several lines holds the pieces of all, at the price of each quantity', async () => {
  const placed = await place({
    lines: [line(screw, 1000), line(nut, 250)],
    totalPrice: 36.05,
    poNumber: ' PO-4711 ',
    note: 'Two\nlines',
  })
  expect(placed.status).toBe(201)
  expect(placed.body).toMatchObject({
    product: 'Sample screw and 1 more',
    quantity: 1250,
    totalPrice: 36.05,
    poNumber: 'PO-4711',
    note: 'Two\nlines',
    lines: [
      { productId: screw._id, product: 'Sample screw', quantity: 1000, unitPrice: 0.0333, lineTotal: 33.3 },
      { productId: nut._id, product: 'Sample nut', quantity: 250, unitPrice: 0.011, lineTotal: 2.75 },
    ],
  })
  expect(placed.body).not.toHaveProperty('productId')
  expect(placed.body).not.toHaveProperty('unitPrice')
  expect([await stockOf(screw), await stockOf(nut)]).toEqual([4000, 370])
  expect(await shop.readOrder(customer, placed.body)).toEqual(placed.body)
  const path = `/api/myorders?email=${customer.email}`
  expect((await shop.call('GET', path, { as: customer })).body).toEqual([placed.body])
})

test('cancelling and lapsing return the pieces of all lines', async () => {
  const order = { lines: [line(nut, 200), line(screw, 100)], totalPrice: 6.45 }
  const { _id } = (await place(order)).body
  expect((await shop.call('DELETE', `/api/myorder/${_id}`, { as: customer })).status).toBe(200)
  expect([await stockOf(screw), await stockOf(nut)]).toEqual([5000, 620])
  await place(order)
  shop.shop.advance(73 * 3_600_000)
  await shop.runJobs()
  expect([await stockOf(screw), await stockOf(nut)]).toEqual([5000, 620])
})

test('an order of several lines is paid as one, and its mail lists them', async () => {
  const { body: order } = await place({ lines: [line(screw, 100), line(nut, 200)], totalPrice: 6.45 })
  expect((await shop.pay(customer, order)).paid).toBe(true)
  await shop.runJobs()
  const mails = await shop.shop.db.selectFrom('sandbox_mails').select(['subject', 'text']).execute()
  const mail = mails.find(
    ({ subject }) => subject === `Your order is paid: ${order.number}, Sample screw and 1 more`,
  )
  expect(mail?.text).toContain(order.number)
  expect(mail?.text).toContain(`1. Sample screw\n  ${screw.sku}\n  100 pieces, $0.0425 per piece: $4.25\n`)
  expect(mail?.text).toContain(`2. Sample nut\n  ${nut.sku}\n  200 pieces, $0.011 per piece: $2.20\n`)
})

describe('refused, with nothing changed:', () => {
  test('every line that cannot be ordered is named with what would fit, and the first gives the code', async () => {
    const bearing = await shop.addProduct({ name: 'Sample bearing', quantity: 150 })
    const answer = await place({
      lines: [
        line(bearing, 100),
        line(nut, 225),
        line(screw, 99),
        { productId: 'unknown', quantity: 100 },
        line(await shop.addProduct({ quantity: 120 }), 121),
      ],
      totalPrice: 1,
    })
    expect([answer.status, answer.body.code]).toEqual([422, 'off_step'])
    expect(answer.body.lines).toEqual([
      { index: 1, code: 'off_step', step: 50 },
      { index: 2, code: 'below_minimum', minimum: 100 },
      { index: 3, code: 'not_found' },
      { index: 4, code: 'out_of_stock', available: 120 },
    ])
    expect(answer.body.errors[0].pointer).toBe('#/lines/1/quantity')
    await expectNothingPlaced()
  })

  test.each([
    ['a product twice', () => ({ lines: [line(screw, 100), line(screw, 200)] }), '#/lines/1/productId'],
    ['lines beside a product', () => ({ lines: [line(screw, 100)], product: screw.name }), '#/lines'],
    ['lines beside no pieces', () => ({ lines: [line(screw, 100)], quantity: 0 }), '#/lines'],
    ['no line', () => ({ lines: [] }), '#/lines'],
    [
      'more than 200 lines',
      () => ({ lines: Array.from({ length: 201 }, (_, n) => ({ productId: `p${n}`, quantity: 100 })) }),
      '#/lines',
    ],
    [
      'a PO number of 65 characters',
      () => ({ lines: [line(screw, 100)], poNumber: 'x'.repeat(65) }),
      '#/poNumber',
    ],
    ['a PO number of two lines', () => ({ lines: [line(screw, 100)], poNumber: 'a\nb' }), '#/poNumber'],
    ['a note of 501 characters', () => ({ lines: [line(screw, 100)], note: 'x'.repeat(501) }), '#/note'],
    ['neither lines nor a product', () => ({ quantity: 100 }), '#/product'],
  ])('%s', async (_, body, pointer) => {
    const answer = await place({ totalPrice: 4.25, ...body() })
    expect([answer.status, answer.body.code]).toEqual([422, 'invalid'])
    expect(answer.body.errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer)
    await expectNothingPlaced()
  })

  test('a total that is not the sum of the line totals', async () => {
    for (const totalPrice of [36.0499, 36.04]) {
      const rounded = await place({ lines: [line(screw, 1000), line(nut, 250)], totalPrice })
      expect(rounded.body.code).toBe('price_changed')
    }
    const answer = await place({ lines: [line(screw, 1000), line(nut, 250)], totalPrice: 45.25 })
    expect([answer.status, answer.body.code, answer.body.totalPrice]).toEqual([409, 'price_changed', 36.05])
    await expectNothingPlaced()
  })

  test('one of many concurrent orders whose second line is sold out', async () => {
    const orders = Array.from({ length: 10 }, () =>
      place({ lines: [line(screw, 100), line(nut, 200)], totalPrice: 6.45 }),
    )
    const answers = await Promise.all(orders)
    const codes = answers.map(({ status, body }) => (status === 201 ? 'placed' : body.code)).sort()
    expect(codes).toEqual([...Array(7).fill('out_of_stock'), ...Array(3).fill('placed')])
    expect([await stockOf(screw), await stockOf(nut)]).toEqual([4700, 20])
  })
})

test('an order of one product by its name is held to the price breaks and the step too', async () => {
  const order = (product: Product, quantity: number, totalPrice: number) =>
    place({ product: product.name, productId: product._id, quantity, totalPrice })
  const refused = await order(nut, 225, 2.48)
  expect([refused.status, refused.body.code, refused.body.step]).toEqual([422, 'off_step', 50])
  expect(refused.body).not.toHaveProperty('lines')
  expect((await order(screw, 1000, 42.5)).body.code).toBe('price_changed')
  expect((await order(screw, 1000, 33.3)).body).toMatchObject({ unitPrice: 0.0333, totalPrice: 33.3 })
})

test('the same idempotency key returns the same order of several lines', async () => {
  const body = { lines: [line(screw, 100), line(nut, 200)], totalPrice: 6.45 }
  const headers = { 'Idempotency-Key': 'attempt-1' }
  const first = await place(body, headers)
  expect((await place(body, headers)).body).toEqual(first.body)
  expect(await stockOf(screw)).toBe(4900)
  const other = await place({ ...body, note: 'another' }, headers)
  expect([other.status, other.body.code]).toEqual([422, 'key_reused'])
})

test('admins find an order by its number, its PO number and any of its parts', async () => {
  const { body: order } = await place({
    lines: [line(screw, 100), line(nut, 200)],
    totalPrice: 6.45,
    poNumber: 'PO-4711',
  })
  await place({ lines: [line(screw, 100)], totalPrice: 4.25 })
  const admin = await shop.registerAdmin()
  for (const q of [order.number, order.number.toLowerCase(), 'po-4711', 'sample nut']) {
    const found = await shop.call('GET', `/api/orders?q=${encodeURIComponent(q)}`, { as: admin })
    expect(found.body.map(({ _id }: { _id: string }) => _id)).toEqual([order._id])
  }
})
