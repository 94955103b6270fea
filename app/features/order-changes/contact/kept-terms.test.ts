import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import type { Address } from '#features/delivery/schema.ts'
import { createPlaceOrder } from '#features/orders/placing/place-order.ts'
import type { Order } from '#features/orders/schema.ts'
import { noVatService } from '#features/tax/tax.ts'
import { beforeTransaction } from '#tests/support/before-transaction.ts'
import { orderFor, type Person, sessionIdOf, userIdOf } from '#tests/support/customer.ts'
import {
  LYON,
  openTrade,
  orderTo,
  saveSettings,
  TRADE,
  TRADED,
  ZURICH,
} from '#tests/support/delivery-shop.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { changeOwnOrder } from './change-own-order.ts'

let shop: TestApp
let customer: Person
let admin: Person
let product: Product

beforeEach(async () => {
  shop = await createTestApp()
  admin = await shop.registerAdmin()
  await openTrade(shop)
  customer = await shop.register()
  product = await shop.addProduct(TRADED)
})
afterEach(() => shop[Symbol.asyncDispose]())

const change = (order: Order, deliverTo: Address) =>
  shop.call('PATCH', `/api/myorder/${order._id}`, { as: customer, body: { deliverTo } })

const rows = () => shop.shop.db.selectFrom('orders').selectAll().orderBy('id').execute()

const VIENNA: Address = { ...LYON, street: 'Mustergasse 4', postcode: '1010', city: 'Wien', country: 'AT' }

const TEXAS: Address = {
  ...{ name: 'Pat Sample', street: '1 Sample Street', city: 'Austin', region: 'TX' },
  ...{ postcode: '73301', country: 'US' },
}

/** The settings of {@link TRADE} with other prices of delivery. */
const priced = (express: number, standard: number): typeof TRADE => ({
  ...TRADE,
  delivery: {
    ...TRADE.delivery,
    methods: TRADE.delivery.methods.map((method) => ({
      ...method,
      rates: [{ price: method._id === 'express' ? express : standard }],
    })),
  },
})

const rated = (...rates: typeof TRADE.tax.rates): typeof TRADE => ({
  ...TRADE,
  tax: { ...TRADE.tax, rates },
})

const CHANGED_SINCE: [string, typeof TRADE][] = [
  ['prices of delivery', priced(99, 97)],
  ['rates of the tax', rated({ country: 'FR', percent: 21, name: 'VAT' })],
  ['how prices are meant', { ...TRADE, tax: { ...TRADE.tax, pricesInclude: true } }],
  ['the methods', { ...TRADE, delivery: { ...TRADE.delivery, methods: [] } }],
  ['the countries', { ...TRADE, delivery: { ...TRADE.delivery, countries: ['DE'] } }],
]

test.each(CHANGED_SINCE)(
  'when the seller changed %s, an address in the same place is taken as before',
  async (_, settings) => {
    const order = await orderTo(shop, customer, product, { delivery: 'standard' })
    await saveSettings(shop, admin, settings)
    const { payable, tax, delivery } = order
    const corrections = [
      LYON,
      { ...LYON, name: 'Zoé Durand-Exemple', phone: '+33 1 99 00 99 99' },
      { ...LYON, street: '14 rue de l’Exemple' },
      { ...LYON, postcode: '06300', city: 'Nice' },
    ]
    for (const deliverTo of corrections)
      expect(await change(order, deliverTo)).toMatchObject({
        status: 200,
        body: { deliverTo, payable, tax, delivery },
      })
    await shop.pay(customer, order)
    expect((await change(order, LYON)).body).toMatchObject({ deliverTo: LYON, payable })
    await shop.call('POST', `/api/order/${order._id}/shipments`, {
      as: admin,
      body: { lines: [{ position: 0, quantity: 40 }] },
    })
    expect((await change(order, { ...LYON, street: 'Another' })).body.code).toBe('conflict')
  },
)

test('another country is asked by the settings of today, and compared with what the order was placed with', async () => {
  const order = await orderTo(shop, customer, product, { delivery: 'standard' })
  await saveSettings(shop, admin, priced(99, 97))
  const before = await rows()
  const { status, body } = await change(order, VIENNA)
  // 200 dollars and 97 of delivery, with 20 percent.
  expect([status, body.code, body.payable]).toEqual([409, 'price_changed', 356.4])
  expect(await rows()).toEqual(before)
  await saveSettings(shop, admin, TRADE)
  expect((await change(order, VIENNA)).body).toMatchObject({ deliverTo: VIENNA, payable: order.payable })
})

test('a move within a country is asked for its tax alone', async () => {
  const order = await orderTo(shop, customer, product, { deliverTo: TEXAS, delivery: 'express' })
  const california = { ...TEXAS, city: 'Los Angeles', region: 'CA', postcode: '90001' }
  await saveSettings(shop, admin, priced(99, 97))
  expect((await change(order, california)).body).toMatchObject({
    payable: order.payable,
    deliverTo: california,
  })
  await saveSettings(shop, admin, rated({ country: 'US', region: 'TX', percent: 8.25, name: 'Sales tax' }))
  const before = await rows()
  const refused = await change(order, TEXAS)
  // 200 dollars and the 19 of delivery with which it was placed.
  expect([refused.status, refused.body.payable]).toEqual([409, 237.07])
  expect(await rows()).toEqual(before)
})

test('a part of a country with a tax of its own is another place', async () => {
  const berlin = { ...LYON, street: 'Musterweg 2', postcode: '10117', city: 'Berlin', country: 'DE' }
  const order = await orderTo(shop, customer, product, { deliverTo: berlin, delivery: 'standard' })
  const before = await rows()
  const refused = await change(order, { ...berlin, postcode: '78266', city: 'Büsingen' })
  expect([refused.status, refused.body.code]).toEqual([409, 'price_changed'])
  expect(await rows()).toEqual(before)
})

/** The same change, with what another call does between reading and writing. */
async function changeAfter(order: Order, deliverTo: Address, meanwhile: () => Promise<unknown>) {
  const id = await userIdOf(shop.shop, customer)
  const user = { ...customer, id, emailVerified: false, sessionId: await sessionIdOf(shop.shop, id) }
  const db = beforeTransaction(shop.shop.db, meanwhile)
  return changeOwnOrder({ shop: { ...shop.shop, db }, vat: noVatService }, user, order._id, { deliverTo })
}

// attack: changed-meanwhile
test('an address that was checked for other lines or another method is checked again', async () => {
  const swiss = { ...TRADE, tax: { ...TRADE.tax, rates: [], exemptOutside: false, euUnion: false } }
  await saveSettings(shop, admin, swiss)
  const order = await orderTo(shop, customer, product, { deliverTo: VIENNA, delivery: 'express' })
  // Only express goes to Zürich, and it costs there what it costs in Vienna.
  const byStandard = async () => {
    const body = { lines: [{ productId: product._id, quantity: 100 }], totalPrice: 200, delivery: 'standard' }
    const changed = await shop.call('PUT', `/api/myorder/${order._id}/lines`, { as: customer, body })
    expect(changed.body.delivery).toMatchObject({ _id: 'standard' })
  }
  await expect(changeAfter(order, ZURICH, byStandard)).rejects.toMatchObject({ code: 'price_changed' })
  const after = (await shop.call('GET', `/api/myorder/${order._id}`, { as: customer })).body
  expect(after).toMatchObject({ deliverTo: VIENNA, delivery: { _id: 'standard' }, payable: 205 })
})

// attack: changed-meanwhile
test('settings that changed after an address was checked are asked again', async () => {
  const order = await orderTo(shop, customer, product, { delivery: 'standard' })
  const raise = () => saveSettings(shop, admin, priced(99, 97))
  await expect(changeAfter(order, VIENNA, raise)).rejects.toMatchObject({ code: 'price_changed' })
  expect((await rows()).map(({ total_cents }) => total_cents)).toEqual([Math.round(order.payable * 100)])
  expect((await shop.call('GET', `/api/myorder/${order._id}`, { as: customer })).body.deliverTo).toEqual(LYON)
})

// attack: changed-meanwhile
test('an order is placed by the settings that hold when it is written', async () => {
  const id = await userIdOf(shop.shop, customer)
  const user = { ...customer, id, emailVerified: true, sessionId: await sessionIdOf(shop.shop, id) }
  const raise = () => saveSettings(shop, admin, priced(99, 97))
  const db = beforeTransaction(shop.shop.db, raise)
  const place = createPlaceOrder({ ...shop.shop, db }, noVatService)
  const { phone: _, address: __, ...line } = orderFor(product)
  const input = { ...line, deliverTo: LYON, delivery: 'standard' }
  const before = await rows()
  await expect(place(user, { ...input, payable: 246 })).rejects.toMatchObject({ code: 'price_changed' })
  expect(await rows()).toEqual(before)
})

test('the address that an order has is taken again, also when it would be refused today', async () => {
  const order = await orderTo(shop, customer, product, { delivery: 'standard' })
  const deliverTo = { ...LYON, postcode: '6900' }
  const { terms } = (await rows())[0] ?? {}
  await shop.shop.db
    .updateTable('orders')
    .set({ terms: JSON.stringify({ ...JSON.parse(terms ?? '{}'), deliverTo }) })
    .execute()
  expect((await change(order, deliverTo)).status).toBe(200)
  const before = await rows()
  expect((await change(order, { ...deliverTo, street: 'Another' })).status).toBe(422)
  expect(await rows()).toEqual(before)
})
