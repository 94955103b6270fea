import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import type { Person } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import type { QuoteRequest } from './schema.ts'

let app: TestApp
let admin: Person
let part: Product
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.registerAdmin()
  part = await app.addProduct({ price: 1, quantity: 1000, weight: 100 })
})
afterAll(() => app[Symbol.asyncDispose]())

/** Delivers to the United States up to 10 kg, at $5.00. */
async function deliverAtHome(): Promise<void> {
  const { body: settings } = await app.call('GET', '/api/settings', { as: admin })
  const method = { name: 'Standard', countries: ['US'], rates: [{ uptoKg: 10, price: 5 }] }
  const methods = [{ _id: 'standard', ...method, days: { from: 1, to: 2 } }]
  const body = { ...settings, delivery: { ...settings.delivery, countries: ['US', 'CA'], methods } }
  expect((await app.call('PUT', '/api/settings', { body, as: admin })).status).toBe(200)
}

const quote = async (terms: Partial<QuoteRequest>, quantity = 100) => {
  const body = { lines: [{ productId: part._id, quantity }], ...terms }
  return app.call('POST', '/api/quote', { body })
}

test('a shop without methods of delivery has none to offer, and asks for none', async () => {
  const { body } = await quote({ deliverTo: { country: 'FR' } })
  expect(body).toMatchObject({ deliveries: [], payable: 100 })
  expect(body).not.toHaveProperty('noDelivery')
})

test('a quote says why nothing delivers there, and refuses a method that does not', async () => {
  await deliverAtHome()
  const noDeliveryTo = async (country: string, quantity?: number) =>
    (await quote({ deliverTo: { country } }, quantity)).body.noDelivery
  expect(await noDeliveryTo('US')).toBe(undefined)
  expect(await noDeliveryTo('US', 200)).toBe('No delivery takes these parts to this country.')
  expect(await noDeliveryTo('CA')).toBe('No delivery takes these parts to this country.')
  expect(await noDeliveryTo('FR')).toBe('The shop does not deliver to this country.')
  const pointerOf = async (country: string, delivery: string) => {
    const { status, body } = await quote({ deliverTo: { country }, delivery })
    return [status, body.errors?.[0].pointer]
  }
  expect(await pointerOf('CA', 'standard')).toEqual([422, '#/delivery'])
  expect(await pointerOf('US', 'unknown')).toEqual([422, '#/delivery'])
  expect(await pointerOf('FR', 'standard')).toEqual([422, '#/deliverTo/country'])
})

test('a list that comes to more than an order can has its terms too', async () => {
  await deliverAtHome()
  for (const quantity of [1_000_000, 1_000_000_000, Number.MAX_SAFE_INTEGER])
    for (const terms of [{ deliverTo: { country: 'US' } }, { home: true }]) {
      const { status, body } = await quote(terms, quantity)
      expect([status, body.payable, body.deliveries]).toEqual([200, body.totalPrice, []])
    }
})

test('without an address a quote can be for the country of the seller, which it names', async () => {
  await deliverAtHome()
  const { body } = await quote({ home: true })
  expect(body).toMatchObject({
    home: { country: 'US', name: 'United States' },
    delivery: 'standard',
    payable: 105,
  })
  const elsewhere = await quote({ home: true, deliverTo: { country: 'CA' } })
  expect(elsewhere.body.home).toBe(undefined)
  expect(elsewhere.body.payable).toBe(100)
  expect((await quote({})).body).not.toHaveProperty('payable')
})
