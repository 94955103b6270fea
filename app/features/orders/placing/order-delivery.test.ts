import { afterEach, beforeEach, expect, test } from 'vitest'
import { demoSettings } from '#demo/settings.ts'
import type { Product } from '#features/catalog/schema.ts'
import type { Person } from '#tests/support/customer.ts'
import { orderTo, saveSettings, TRADE } from '#tests/support/delivery-shop.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { error, json, startVies } from '#tests/support/vies-server.ts'

let shop: TestApp
let admin: Person
let customer: Person
let screw: Product

beforeEach(async () => {
  shop = await createTestApp()
  admin = await shop.registerAdmin()
  customer = await shop.register()
  screw = await shop.addProduct({
    price: 0.5,
    quantity: 100_000,
    weight: 12.5,
    leadDays: 1,
    origin: 'DE',
    customsCode: '73181588',
  })
})
afterEach(() => shop[Symbol.asyncDispose]())

const LYON = {
  name: 'Sample Buyer',
  street: '1 rue Exemple',
  postcode: '69001',
  city: 'Lyon',
  country: 'FR',
}

/** A German seller with the methods of the sample shop. */
const GERMAN = {
  ...TRADE,
  delivery: { ...demoSettings.delivery, timeZone: 'Europe/Berlin', cutOff: '20:00' },
}

const save = (settings = demoSettings): Promise<void> => saveSettings(shop, admin, settings)

const place = (body: object, quantity = 400) =>
  shop.call('POST', '/api/order', {
    body: { lines: [{ productId: screw._id, quantity }], totalPrice: quantity / 2, ...body },
    as: customer,
  })

const quote = (body: object, quantity = 400) =>
  shop.call('POST', '/api/quote', { body: { lines: [{ productId: screw._id, quantity }], ...body } })

const DAY = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)

const ordersAndStock = async () => ({
  orders: await shop.shop.db.selectFrom('orders').selectAll().execute(),
  stock: await shop.shop.db.selectFrom('products').select('quantity').execute(),
})

test('all that is wrong with an address of an order is said at once, and nothing changes', async () => {
  const before = await ordersAndStock()
  const pointers = async (body: object) =>
    (await place(body)).body.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted()
  expect(await pointers({ deliverTo: { country: 'US' } })).toEqual([
    '#/deliverTo/city',
    '#/deliverTo/name',
    '#/deliverTo/postcode',
    '#/deliverTo/region',
    '#/deliverTo/street',
  ])
  expect(await pointers({ deliverTo: LYON, billTo: { ...LYON, street: '', postcode: '1' } })).toEqual([
    '#/billTo/postcode',
    '#/billTo/street',
  ])
  expect(await ordersAndStock()).toEqual(before)
})

test('without methods no delivery is asked for or charged', async () => {
  const { status, body } = await place({ deliverTo: LYON })
  expect(status).toBe(201)
  expect(body).toMatchObject({ totalPrice: 200, payable: 200, deliverTo: LYON, billTo: LYON, weight: 5 })
  expect(body).not.toHaveProperty('delivery')
  expect(body.addressLines).toEqual(['Sample Buyer', '1 rue Exemple', '69001 LYON', 'FRANCE'])
  expect(body.address).toBe('Sample Buyer, 1 rue Exemple, 69001 LYON, FRANCE')
  expect(body.lines[0]).toMatchObject({ weight: 12.5, origin: 'DE', customsCode: '73181588' })
})

test('an order in one line goes to the country of the seller by the first method there, free and without tax', async () => {
  await save()
  const { body } = await place({ phone: '+1 555 0100', address: '1 Sample Street, Sample Town' })
  expect(body).toMatchObject({
    totalPrice: 200,
    payable: 200,
    address: '1 Sample Street, Sample Town',
    delivery: { _id: 'standard', price: 0, ships: DAY, arrives: { from: DAY, to: DAY } },
    tax: { kind: 'none', percent: 0, amount: 0 },
  })
  expect(body).not.toHaveProperty('deliverTo')
})

test('what a quote says is what the order and its payment come to', async () => {
  await save(GERMAN)
  const asked = { deliverTo: { country: 'FR', postcode: '69001' }, delivery: 'express' }
  const quoted = (await quote(asked)).body
  // 5 kg: 32.00 of delivery, 20 % of 232.00.
  expect(quoted).toMatchObject({
    totalPrice: 200,
    weight: 5,
    delivery: 'express',
    tax: { kind: 'added', percent: 20, amount: 46.4, name: 'VAT' },
    payable: 278.4,
  })
  expect(quoted.deliveries.map(({ _id, price }: { _id: string; price: number }) => [_id, price])).toEqual([
    ['international', 18],
    ['express', 32],
  ])
  const order = (await place({ deliverTo: LYON, delivery: 'express', payable: 278.4 })).body
  expect(order).toMatchObject({ totalPrice: 200, payable: 278.4, tax: quoted.tax })
  const [, express] = quoted.deliveries
  expect(order.delivery).toEqual(express)
  const paid = await shop.pay(customer, order)
  const { amount_cents } = await shop.shop.db
    .selectFrom('payments')
    .select('amount_cents')
    .where('order_id', '=', order._id)
    .executeTakeFirstOrThrow()
  expect([amount_cents, paid.paid]).toEqual([27_840, true])
})

test('a payment is started with the total or with what is payable, and with nothing else', async () => {
  await save(GERMAN)
  const { _id: orderId } = (await place({ deliverTo: LYON })).body
  const start = (totalPrice: number) =>
    shop.call('POST', '/api/create-payment-intent', { body: { totalPrice, orderId }, as: customer })
  const refused = await start(32)
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { code: 'price_changed', totalPrice: 200, payable: 261.6 },
  ])
  expect(await shop.shop.db.selectFrom('payments').selectAll().execute()).toEqual([])
  expect([(await start(200)).status, (await start(261.6)).status]).toEqual([200, 200])
})

test('a business of another country of the EU whose VAT ID is confirmed accounts for the tax itself', async () => {
  await save(GERMAN)
  const { body } = await place({ deliverTo: LYON, vatId: ' fr 83.404 833 048 ', payable: 218 })
  expect(body.tax).toMatchObject({
    kind: 'reverse_charge',
    percent: 0,
    amount: 0,
    vatId: 'FR83404833048',
    confirmedAt: expect.any(String),
    confirmation: expect.any(String),
  })
  expect(body.payable).toBe(218)
})

test('an order that is tried again because a product changed meanwhile asks VIES once', async () => {
  const breaks = [
    { from: 100, priceE4: 5000 },
    { from: 5000, priceE4: 4000 },
  ]
  await using vies = await startVies(async (...call) => {
    await own.shop.db
      .updateTable('products')
      .set({ prices: JSON.stringify(breaks) })
      .execute()
    json(error('MS_UNAVAILABLE'), 503)(...call)
  })
  await using own = await createTestApp({ VIES_URL: vies.url })
  await saveSettings(own, await own.registerAdmin(), GERMAN)
  const part = await own.addProduct({ price: 0.5, quantity: 1000, weight: 10 })
  const placed = await orderTo(own, await own.register(), part, { vatId: 'FR83404833048' })
  expect(placed.tax).toMatchObject({ kind: 'added', note: expect.stringContaining('could not be asked') })
  const [row] = await own.shop.db.selectFrom('products').select(['prices', 'quantity']).execute()
  expect(row).toEqual({ prices: JSON.stringify(breaks), quantity: 900 })
  expect(vies.calls).toHaveLength(1)
})

test('a settings change keeps what orders were placed with', async () => {
  await save(GERMAN)
  const before = (await place({ deliverTo: LYON })).body
  await save({ ...GERMAN, delivery: { ...GERMAN.delivery, methods: [] }, tax: { ...GERMAN.tax, rates: [] } })
  const after = (await shop.call('GET', `/api/myorder/${before._id}`, { as: customer })).body
  expect(after).toMatchObject({ delivery: before.delivery, tax: before.tax, payable: before.payable })
})

// attack: foreign-address
test('an address of the address book is copied, and another’s is refused', async () => {
  await save()
  const { _id: addressId } = (await shop.call('POST', '/api/address', { body: LYON, as: customer })).body
  const placed = await place({ deliverTo: { addressId } })
  expect(placed.body.deliverTo).toEqual(LYON)
  await shop.call('DELETE', `/api/address/${addressId}`, { as: customer })
  const read = await shop.call('GET', `/api/myorder/${placed.body._id}`, { as: customer })
  expect(read.body.deliverTo).toEqual(LYON)
  const before = await ordersAndStock()
  const other = await shop.register()
  const { _id: othersId } = (await shop.call('POST', '/api/address', { body: LYON, as: other })).body
  for (const [field, id] of [
    ['deliverTo', addressId],
    ['deliverTo', othersId],
    ['billTo', othersId],
  ]) {
    const refused = await place({ deliverTo: LYON, [`${field}`]: { addressId: id } })
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, `#/${field}/addressId`])
  }
  expect(await ordersAndStock()).toEqual(before)
})

test('with delivery and tax too an order comes to what a card can pay', async () => {
  await save(GERMAN)
  screw = await shop.addProduct({ price: 2499.99, quantity: 1000, name: 'A dear part', weight: 12.5 })
  const before = await ordersAndStock()
  const line = { product: screw.name, productId: screw._id, quantity: 400 }
  for (const [field, order] of [
    ['lines', { lines: [{ productId: screw._id, quantity: 400 }] }],
    ['quantity', line],
  ] as const) {
    const body = { ...order, totalPrice: 999_996, deliverTo: LYON }
    const refused = await shop.call('POST', '/api/order', { body, as: customer })
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [{ pointer: `#/${field}`, detail: 'One order can come to $999,999.99 at most. Split it.' }],
    ])
  }
  expect(await ordersAndStock()).toEqual(before)
})

test.each([
  ['another sum', { payable: 200 }, 409, undefined],
  ['a postcode of no country', { deliverTo: { ...LYON, postcode: 'ABC' } }, 422, '#/deliverTo/postcode'],
  ['no street', { deliverTo: { ...LYON, street: undefined } }, 422, '#/deliverTo/street'],
  ['a wrong billing address', { billTo: { ...LYON, city: '' } }, 422, '#/billTo/city'],
  ['a VAT ID with wrong digits', { vatId: 'FR00000000000' }, 422, '#/vatId'],
  ['a method that does not go there', { delivery: 'standard' }, 422, '#/delivery'],
  ['a method that is removed', { delivery: 'removed' }, 422, '#/delivery'],
])('an order with %s is refused, and nothing is reserved', async (_, wrong, status, pointer) => {
  await save(GERMAN)
  const before = await ordersAndStock()
  const answer = await place({ deliverTo: LYON, ...wrong })
  expect([answer.status, answer.body.errors?.[0].pointer]).toEqual([status, pointer])
  if (status === 409) expect(answer.body).toMatchObject({ code: 'price_changed', payable: 261.6 })
  expect(await ordersAndStock()).toEqual(before)
})

test('nobody delivers where the shop does not, and what is too heavy', async () => {
  await save({ ...GERMAN, delivery: { ...GERMAN.delivery, countries: ['DE'] } })
  const before = await ordersAndStock()
  const answers = [await place({ deliverTo: LYON }), await quote({ deliverTo: { country: 'FR' } })]
  expect(answers[0]?.body.errors).toEqual([
    { pointer: '#/deliverTo/country', detail: 'The shop does not deliver to this country.' },
  ])
  expect(answers[1]?.body.deliveries).toEqual([])
  await save(GERMAN)
  // 25 t.
  screw = await shop.addProduct({ price: 0.5, quantity: 1000, name: 'A heavy part', weight: 62_500 })
  const refused = await place({ deliverTo: LYON })
  expect(refused.body.errors[0].pointer).toBe('#/deliverTo/country')
  expect((await ordersAndStock()).orders).toEqual(before.orders)
})

test('a part without a weight is offered only methods that ask for none', async () => {
  await save()
  screw = await shop.addProduct({ price: 0.5, quantity: 1000, name: 'Without a weight' })
  const home = (await quote({ deliverTo: { country: 'US' } })).body
  expect(home.deliveries.map(({ _id }: { _id: string }) => _id)).toEqual(['standard'])
  expect(home).not.toHaveProperty('weight')
  expect((await quote({ deliverTo: { country: 'FR' } })).body.deliveries).toEqual([])
})

test('the same request places the order once, with its terms', async () => {
  await save(GERMAN)
  const headers = { 'Idempotency-Key': 'sample-key' }
  const body = { lines: [{ productId: screw._id, quantity: 400 }], totalPrice: 200, deliverTo: LYON }
  const send = () => shop.call('POST', '/api/order', { body, as: customer, headers })
  const [one, other] = await Promise.all([send(), send()])
  expect([one?.status, other?.body._id]).toEqual([201, one?.body._id])
  expect(other?.body.payable).toBe(261.6)
  expect((await ordersAndStock()).orders).toHaveLength(1)
})
