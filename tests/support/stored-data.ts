import { expect } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { ORIGIN, type Person, userIdOf } from './customer.ts'
import type { TestApp } from './test-app.ts'

const ADDRESS = {
  name: 'Ada Sample',
  street: '1 Sample Street',
  city: 'Sample City',
  region: 'NY',
  postcode: '10001',
  country: 'US',
}

/** What a customer stores: contact data, an address, a list, a cart and a review. */
export async function storeData(shop: TestApp, product: Product, as: Person): Promise<void> {
  const line = { productId: product._id, quantity: 100 }
  const profile = {
    name: as.name,
    phone: '+1 555 0142',
    designation: 'Buyer',
    address: `7 ${as.name} Street`,
  }
  const calls: [string, string, object, object?][] = [
    ['PUT', `/api/user/${as.email}`, profile, { cookie: as.cookie, headers: { Origin: ORIGIN } }],
    ['POST', '/api/address', { ...ADDRESS, company: `${as.name} Company` }],
    ['POST', '/api/list', { name: `List of ${as.name}`, lines: [line] }],
    ['PUT', '/api/cart', { lines: [line] }],
    ['POST', '/api/rating', { comment: `Said by ${as.email}`, rating: '4', name: '' }],
  ]
  for (const [method, path, body, how = { as }] of calls) {
    const answer = await shop.call(method, path, { body, ...how })
    expect([path, answer.status, answer.body]).toEqual([
      path,
      expect.toBeOneOf([200, 201, 204]),
      expect.anything(),
    ])
  }
}

/** A paid order about which both sides wrote, the staff among themselves too. */
export async function orderTalkedAbout(shop: TestApp, product: Product, admin: Person, as: Person) {
  const order = await shop.pay(as, await shop.order(as, product))
  const write = (path: string, text: string, by: Person) =>
    shop.call('POST', `/api/${path}`, { as: by, body: { text } })
  const written = [
    await write(`myorder/${order._id}/messages`, 'When does it come?', as),
    await write(`order/${order._id}/messages`, 'On Friday.', admin),
    await write(`order/${order._id}/notes`, 'An internal note.', admin),
    await write(`customer/${await userIdOf(shop.shop, as)}/notes`, 'Pays late.', admin),
  ]
  expect(written.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  return order
}
