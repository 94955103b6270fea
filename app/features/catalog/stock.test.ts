import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestShop, type TestShop } from '../../../tests/support/test-shop.ts'
import { archiveProduct, publishProduct, releaseStock, reserveStock } from './catalog.ts'

const PRICE_E4 = 425

let shop: TestShop
let productId: string

beforeEach(async () => {
  shop = await createTestShop()
  const part = { name: 'Part', price: 0.0425, quantity: 300, description: 'A part.', image: '/part.svg' }
  productId = (await publishProduct(shop, part))._id
})
afterEach(() => shop[Symbol.asyncDispose]())

const reserve = (quantity: number, priceE4 = PRICE_E4) =>
  reserveStock(shop.db, { productId, quantity, priceE4 })

const stock = async (): Promise<number> => {
  const { quantity } = await shop.db.selectFrom('products').select('quantity').executeTakeFirstOrThrow()
  return quantity
}

test('reserves the whole quantity, down to the last piece', async () => {
  expect(await reserve(200)).toBe(true)
  expect(await stock()).toBe(100)
  expect(await reserve(100)).toBe(true)
  expect(await stock()).toBe(0)
})

test('reserves nothing and returns false when the stock is too small', async () => {
  expect(await reserve(301)).toBe(false)
  expect(await stock()).toBe(300)
})

test('of many concurrent orders only as many get pieces as the stock allows', async () => {
  const results = await Promise.all(Array.from({ length: 20 }, () => reserve(100)))
  expect(results.filter(Boolean)).toHaveLength(3)
  expect(await stock()).toBe(0)
})

test('reserves nothing at another price, or of a product that is no longer for sale', async () => {
  expect(await reserve(100, PRICE_E4 + 1)).toBe(false)
  await archiveProduct(shop, productId)
  expect(await reserve(100)).toBe(false)
  expect(await stock()).toBe(300)
})

test('reserved pieces can be released', async () => {
  await reserve(100)
  await releaseStock(shop.db, { productId, quantity: 100 })
  expect(await stock()).toBe(300)
})

test('the table refuses a negative stock', async () => {
  await expect(shop.db.updateTable('products').set({ quantity: -1 }).execute()).rejects.toThrow()
  expect(await stock()).toBe(300)
})
