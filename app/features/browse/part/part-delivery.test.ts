import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { collectShown } from '#kit/public-cache/shown.ts'
import { openTrade, TRADE, TRADED } from '#tests/support/delivery-shop.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { findPartDelivery } from './part-delivery.ts'

let shop: TestApp
let product: Product

beforeEach(async () => {
  shop = await createTestApp()
  product = await shop.addProduct({ ...TRADED, leadDays: 2 })
})
afterEach(() => shop[Symbol.asyncDispose]())

const show = (part = product) => collectShown(() => findPartDelivery(shop.shop, part))

test('a part ships by the rules of the seller, and says so until less time is left', async () => {
  await openTrade(shop)
  const { content, tags, untilMs } = await show()
  expect(content.dispatch).toMatchObject({ ships: expect.stringMatching(/^Ships /), until: untilMs })
  expect(tags).toContain('settings')
  expect(untilMs).toBeGreaterThan(shop.shop.now())
  expect(untilMs).toBeLessThan(shop.shop.now() + 24 * 3_600_000)
})

test('search engines read what the cheapest delivery of the smallest order costs at home, and how long it takes', async () => {
  await openTrade(shop)
  expect((await show()).content.shippingDetails).toEqual({
    '@type': 'OfferShippingDetails',
    shippingRate: { '@type': 'MonetaryAmount', value: 5, currency: 'USD' },
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'DE' },
    deliveryTime: {
      '@type': 'ShippingDeliveryTime',
      handlingTime: { '@type': 'QuantitativeValue', minValue: 2, maxValue: 3, unitCode: 'DAY' },
      transitTime: { '@type': 'QuantitativeValue', minValue: 3, maxValue: 5, unitCode: 'DAY' },
    },
  })
})

test('nothing is said of a part that is sold out, nor in a shop that delivers nothing or not at home', async () => {
  expect((await show()).content).toEqual({})
  const [express] = TRADE.delivery.methods
  await openTrade(shop, {
    delivery: { ...TRADE.delivery, methods: express ? [{ ...express, countries: ['FR'] }] : [] },
  })
  expect(Object.keys((await show()).content)).toEqual(['dispatch'])
  expect((await show({ ...product, quantity: 50 })).content).toEqual({})
})
