import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import type { Order } from '#features/orders/orders.ts'
import { HOUR_MS } from '#kit/time.ts'
import { GOOD_CARD, intentOf, orderOfLines, type Person } from '#tests/support/customer.ts'
import { openTrade, orderTo, TRADED } from '#tests/support/delivery-shop.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let shop: TestApp
let customer: Person
let product: Product
let order: Order
let token: string

beforeEach(async () => {
  // A hold that is shorter than the time for which an access token is valid.
  shop = await createTestApp({ HOLD_HOURS: '2' })
  customer = await shop.register({ name: 'Sample Engineer' })
  product = await shop.addProduct({ quantity: 10_000 })
  order = await shop.order(customer, product)
  token = await shop.createLink(customer, order)
})
afterEach(() => shop[Symbol.asyncDispose]())

const ownLink = (method: string, as: Person = customer, { _id }: Order = order) =>
  shop.call(method, `/api/myorder/${_id}/payment-link`, { as })

const readLink = (of = token) => shop.call('GET', `/api/payment-link/${of}`)

const setPoNumber = (poNumber: unknown, of = token) =>
  shop.call('PUT', `/api/payment-link/${of}`, { body: { poNumber } })

const start = (of = token) => shop.call('POST', `/api/payment-link/${of}/payment-intent`)

const settle = (transactionId: string, of = token) =>
  shop.call('PATCH', `/api/payment-link/${of}`, { body: { transactionId } })

const readOrder = async (as: Person = customer) =>
  (await shop.call('GET', `/api/myorder/${order._id}`, { as })).body

const payByLink = async (): Promise<string> => {
  const { clientSecret } = (await start()).body
  await shop.confirmCard(clientSecret, GOOD_CARD)
  return intentOf(clientSecret)
}

const links = () => shop.shop.db.selectFrom('payment_links').selectAll().execute()

// attack: payment-link-data
test('a link shows its order and nothing else of its customer, without an account', async () => {
  const several = await shop.call('POST', '/api/order', {
    body: {
      ...orderOfLines([
        { product, quantity: 100 },
        { product: await shop.addProduct(), quantity: 300 },
      ]),
      poNumber: 'PO-1',
      note: 'A note.',
    },
    as: customer,
  })
  const { number, lines, totalPrice, holdUntil } = several.body
  const created = await ownLink('POST', customer, several.body)
  expect(created.status).toBe(201)
  expect(created.body).toEqual({
    url: expect.stringMatching(/^http:\/\/localhost:3000\/pay\/[0-9a-f]{40}$/),
    expiresAt: holdUntil,
  })
  const shown = await readLink(created.body.url.split('/').at(-1))
  expect(shown.status).toBe(200)
  expect(shown.body).toEqual({
    number,
    name: 'Sample Engineer',
    lines,
    totalPrice,
    payable: totalPrice,
    tax: { kind: 'none', percent: 0, amount: 0 },
    holdUntil,
    paid: false,
    poNumber: 'PO-1',
  })
})

// attack: payment-link-data
test('a link shows what is paid with delivery and tax, and neither the address nor the VAT ID', async () => {
  await openTrade(shop)
  const buyer = await shop.register({ name: 'Sample Engineer' })
  const traded = await shop.addProduct(TRADED)
  const placed = await orderTo(shop, buyer, traded, { delivery: 'express', vatId: 'FR83404833048' })
  const shown = await readLink(await shop.createLink(buyer, placed))
  expect(shown.body).toEqual({
    number: placed.number,
    name: 'Sample Engineer',
    lines: placed.lines,
    totalPrice: 200,
    payable: 219,
    delivery: { name: 'Express', price: 19, arrives: placed.delivery?.arrives },
    tax: { kind: 'reverse_charge', percent: 0, amount: 0, note: expect.stringContaining('Reverse charge') },
    holdUntil: placed.holdUntil,
    paid: false,
  })
})

// attack: payment-link-data
test('a link does not tell what VIES said of the VAT ID', async () => {
  await openTrade(shop)
  const traded = await shop.addProduct(TRADED)
  const placed = await orderTo(shop, customer, traded, { delivery: 'express', vatId: 'FR40303265045' })
  expect(placed.tax?.note).toContain('VIES')
  const shown = await readLink(await shop.createLink(customer, placed))
  expect(shown.body.tax).toEqual({ kind: 'added', percent: 20, name: 'VAT', amount: placed.tax?.amount })
})

test('a link sets the PO number, which the order’s page, its events and the search of admins show', async () => {
  const set = await setPoNumber('  PO-4711/b  ')
  expect([set.status, set.body.poNumber]).toEqual([200, 'PO-4711/b'])
  expect((await readLink()).body).toEqual(set.body)
  // The same number again changes nothing.
  await setPoNumber('PO-4711/b')
  const read = await readOrder()
  expect(read.poNumber).toBe('PO-4711/b')
  expect(read.events.map(({ kind, by }: { kind: string; by: string }) => [kind, by])).toEqual([
    ['placed', 'customer'],
    ['held', 'shop'],
    ['link_created', 'customer'],
    ['changed', 'link'],
  ])
  const admin = await shop.registerAdmin()
  const found = await shop.call('GET', '/api/orders?q=po-4711', { as: admin })
  expect(found.body.map(({ _id }: Order) => _id)).toEqual([order._id])
})

// attack: payment-link-data
test.each([[''], [' '], ['x'.repeat(65)], ['two\nlines'], ['a\u0000b'], [null], [4711], [undefined]])(
  'the PO number %j is refused, and nothing changes',
  async (poNumber) => {
    const refused = await setPoNumber(poNumber)
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, '#/poNumber'])
    expect((await readOrder()).poNumber).toBe(undefined)
    expect((await setPoNumber('x'.repeat(64))).status).toBe(200)
  },
)

test('a link pays its order, once; customer and link see it for an hour, as paid by the link', async () => {
  const { clientSecret } = (await start()).body
  expect((await settle(intentOf(clientSecret))).body.code).toBe('not_paid')
  await shop.confirmCard(clientSecret, GOOD_CARD)
  const paid = await settle(intentOf(clientSecret))
  expect([paid.status, paid.body.paid]).toEqual([200, true])
  expect((await settle(intentOf(clientSecret))).body).toEqual(paid.body)
  expect((await readLink()).body).toEqual(paid.body)
  expect((await start()).body.code).toBe('already_paid')
  expect((await setPoNumber('too late')).body.code).toBe('already_paid')
  const read = await readOrder()
  expect(read).toMatchObject({ paid: true, status: 'pending', transactionId: intentOf(clientSecret) })
  expect(read.poNumber).toBe(undefined)
  expect(read.events.at(-1)).toMatchObject({ kind: 'paid', by: 'link' })
  expect((await ownLink('POST')).body.code).toBe('already_paid')
  shop.shop.advance(HOUR_MS - 60_000)
  expect((await readLink()).status).toBe(200)
  shop.shop.advance(60_000)
  expect((await readLink()).status).toBe(404)
  expect((await ownLink('GET')).body).toEqual({})
})

test('a payment that the webhook reports first is by the link as well; one of the customer is not', async () => {
  await payByLink()
  await shop.runJobs('payment sandbox')
  expect((await readOrder()).events.at(-1)).toMatchObject({ kind: 'paid', by: 'link' })
  order = await shop.order(customer, product)
  token = await shop.createLink(customer, order)
  const { clientSecret } = (await start()).body
  // Then the customer comes to pay, with an own intent.
  const own = await shop.startPayment(customer, order)
  expect(own).not.toBe(clientSecret)
  await shop.confirmCard(own, GOOD_CARD)
  await shop.runJobs('payment sandbox')
  expect((await readOrder()).events.at(-1)).toMatchObject({ kind: 'paid', by: 'provider' })
})

// attack: foreign-payment-link
test('the customer creates, renews and ends the link; the earlier token is dead', async () => {
  expect((await ownLink('GET')).body).toEqual({
    createdAt: expect.any(String),
    expiresAt: order.holdUntil,
  })
  const renewed = await shop.createLink(customer, order)
  expect(renewed).not.toBe(token)
  expect((await readLink()).status).toBe(404)
  expect((await readLink(renewed)).status).toBe(200)
  expect((await ownLink('DELETE')).body).toEqual({ deletedCount: 1 })
  expect((await readLink(renewed)).status).toBe(404)
  expect((await ownLink('DELETE')).body).toEqual({ deletedCount: 0 })
  expect((await ownLink('GET')).body).toEqual({})
})

// attack: foreign-payment-link
test('no other customer has a link of the order', async () => {
  const before = await links()
  const other = await shop.register()
  for (const method of ['POST', 'GET', 'DELETE'])
    expect((await ownLink(method, other)).body).toMatchObject({
      status: 404,
      detail: 'There is no such order.',
    })
  expect(await links()).toEqual(before)
  expect((await readLink()).status).toBe(200)
})

test('an order whose hold is over, or that is cancelled, gets no link', async () => {
  const before = await links()
  shop.shop.advance(new Date(String(order.holdUntil)).getTime() - shop.shop.now())
  expect((await ownLink('POST')).status).toBe(409)
  expect(await links()).toEqual(before)
  await shop.runJobs('cancel lapsed orders')
  expect((await ownLink('POST')).status).toBe(404)
})
