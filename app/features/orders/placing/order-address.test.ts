import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import type { Person } from '#tests/support/customer.ts'
import { saveSettings, TRADE } from '#tests/support/delivery-shop.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let shop: TestApp
let admin: Person
let customer: Person
let screw: Product

beforeEach(async () => {
  shop = await createTestApp()
  admin = await shop.registerAdmin()
  customer = await shop.register()
  screw = await shop.addProduct({ price: 0.5, quantity: 100_000, weight: 12.5 })
})
afterEach(() => shop[Symbol.asyncDispose]())

const AUSTIN = {
  name: 'Sample Buyer',
  street: '1 Sample Street',
  postcode: '73301',
  city: 'Austin',
  region: 'TX',
  country: 'US',
}

const ordersAndStock = async () => ({
  orders: await shop.shop.db.selectFrom('orders').selectAll().execute(),
  stock: await shop.shop.db.selectFrom('products').select('quantity').execute(),
})

test('a saved address is checked again, and stays readable when it is wrong', async () => {
  const { _id } = (await shop.call('POST', '/api/address', { body: AUSTIN, as: customer })).body
  const wrong = { ...AUSTIN, postcode: '10001' }
  await shop.shop.db
    .updateTable('addresses')
    .set({ address: JSON.stringify(wrong) })
    .where('id', '=', _id)
    .execute()
  const [read] = (await shop.call('GET', '/api/address', { as: customer })).body
  expect(read.addressLines).toContain('AUSTIN, TX 10001')
  const before = await ordersAndStock()
  for (const deliverTo of [{ addressId: _id }, wrong]) {
    const refused = await shop.call('POST', '/api/order', {
      body: { lines: [{ productId: screw._id, quantity: 100 }], totalPrice: 50, deliverTo },
      as: customer,
    })
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [
        {
          pointer: '#/deliverTo/postcode',
          detail: expect.stringMatching(/^The ZIP code 10001 is not in Texas/),
        },
      ],
    ])
  }
  expect(await ordersAndStock()).toEqual(before)
})

test('goods to a country of the EU without a rate are taxed by the seller’s, in quote, order and invoice alike', async () => {
  await saveSettings(shop, admin, { ...TRADE, delivery: { ...TRADE.delivery, countries: 'all' } })
  const deliverTo = { name: 'Ann Example', street: '1 Sample Quay', city: 'Dublin', country: 'IE' }
  const lines = [{ productId: screw._id, quantity: 100 }]
  const quoted = await shop.call('POST', '/api/quote', { body: { lines, deliverTo: { country: 'IE' } } })
  expect(quoted.body.tax).toMatchObject({ kind: 'added', percent: 19, name: 'VAT' })
  expect(quoted.body.tax.amount).toBeGreaterThan(0)
  const { body } = await shop.call('POST', '/api/order', {
    body: { lines, totalPrice: quoted.body.totalPrice, payable: quoted.body.payable, deliverTo },
    as: customer,
  })
  expect([body.tax, body.payable]).toEqual([quoted.body.tax, quoted.body.payable])
  await shop.pay(customer, body)
  const invoice = await shop.call('GET', `/api/myorder/${body._id}/invoice.xml?format=ubl`, { as: customer })
  expect(invoice.body).toMatch(/<cbc:Percent>19<\/cbc:Percent>/)
})
