import { afterEach, beforeEach, expect, test } from 'vitest'
import { MAXIMUM_PIECES } from '#features/pricing/quantity-terms.ts'
import { samplePart } from '#tests/support/sample-product.ts'
import { createTestShop, type TestShop } from '#tests/support/test-shop.ts'
import { findNamedProducts, handToStock, lockStock, type OrderedProduct, releaseStock } from '../catalog.ts'
import { archiveProduct, changeProduct, changeStock, createProduct } from '../products/change-products.ts'
import type { Product } from '../schema.ts'

// Nobody waits for pieces: backorders have tests of their own.
handToStock({ findAwaited: async () => [], takeArrived: async () => new Map() })

const ADMIN = { id: 'admin', email: 'admin@example.com' }

let shop: TestShop
let product: OrderedProduct
let other: OrderedProduct

const part = samplePart({ quantity: 300 })

beforeEach(async () => {
  shop = await createTestShop()
  product = await asOrdered(await createProduct(shop, ADMIN, part))
  const more = {
    ...part,
    name: 'Other part',
    minimum: 200,
    step: 50,
    quantity: 500,
  }
  other = await asOrdered(await createProduct(shop, ADMIN, more))
})
afterEach(() => shop[Symbol.asyncDispose]())

/** The product as an order reads it now. */
async function asOrdered({ _id }: Pick<Product, '_id'>): Promise<OrderedProduct> {
  const [read] = await findNamedProducts(shop.db, [{ productId: _id }])
  if (!read) throw new Error(`no product ${_id} is for sale`)
  return read
}

type Line = { product: OrderedProduct; quantity: number }

/** Reserves the lines of each order in one transaction; whether each was reserved. */
const reserveAll = (...orders: Line[][]): Promise<boolean[]> =>
  shop.db.transaction().execute(async (trx) => {
    const locked = await lockStock(trx, orders.flat())
    const results = orders.map((lines) => locked.reserve(lines))
    await locked.write(
      orders.flatMap((lines, index) => (results[index] ? lines : [])),
      shop.now(),
    )
    return results
  })

const reserve = async (quantity: number, seen = product): Promise<boolean | undefined> =>
  (await reserveAll([{ product: seen, quantity }]))[0]

const release = (quantity: number): Promise<void> =>
  shop.db.transaction().execute(async (trx) => {
    await releaseStock(trx, [{ product_id: product._id, quantity }], shop.now())
  })

const stockOf = async ({ _id }: Pick<Product, '_id'>): Promise<number> => {
  const row = shop.db.selectFrom('products').select('quantity').where('id', '=', _id)
  return (await row.executeTakeFirstOrThrow()).quantity
}

const stock = (): Promise<number> => stockOf(product)

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

// attack: oversold-stock
test('of many concurrent orders only as many get pieces as the stock allows', async () => {
  const results = await Promise.all(Array.from({ length: 20 }, () => reserve(100)))
  expect(results.filter(Boolean)).toHaveLength(3)
  expect(await stock()).toBe(0)
})

test('reserves nothing of a product whose price was changed since it was read, or that is no longer for sale', async () => {
  const { revision } = product
  await changeProduct(shop, ADMIN, product._id, { ...part, price: 0.0426, revision })
  const dearer = await asOrdered(product)
  expect(await reserve(100)).toBe(false)
  await archiveProduct(shop, ADMIN, product._id)
  expect(await reserve(100, dearer)).toBe(false)
  expect(await stock()).toBe(300)
})

test('what other orders reserve or give back is no change of the product, nor is a count of its pieces', async () => {
  expect([await reserve(100), await release(50), await reserve(250)]).toEqual([true, undefined, true])
  expect(await stock()).toBe(0)
  await changeStock(shop, ADMIN, product._id, { change: 150, reason: 'Found.' })
  expect((await asOrdered(product)).revision).not.toBe(product.revision)
  expect([await reserve(100), await stock()]).toEqual([true, 50])
})

test('reserves all lines of an order or none, and counts earlier orders', async () => {
  const lines = (one: number, two: number) => [
    { product, quantity: one },
    { product: other, quantity: two },
  ]
  expect(await reserveAll(lines(200, 550), lines(200, 250), lines(200, 250), lines(100, 250))).toEqual([
    false,
    true,
    false,
    true,
  ])
  expect([await stockOf(product), await stockOf(other)]).toEqual([0, 0])
})

test('reserves nothing below the minimum of a product or between its steps', async () => {
  for (const quantity of [150, 225]) expect(await reserve(quantity, other)).toBe(false)
  expect(await stockOf(other)).toBe(500)
})

test('reserved pieces can be released', async () => {
  await reserve(100)
  await release(100)
  expect(await stock()).toBe(300)
})

test('released pieces never make a stock larger than the maximum, so that releasing them cannot fail', async () => {
  const set = (quantity: number) =>
    shop.db.updateTable('products').set({ quantity }).where('id', '=', product._id).execute()
  await set(MAXIMUM_PIECES - 100)
  await release(100)
  expect(await stock()).toBe(MAXIMUM_PIECES)
  // Stocks from before there was a maximum can be as large as the column holds.
  for (const quantity of [MAXIMUM_PIECES, 2 ** 31 - 1]) {
    await set(quantity)
    await release(MAXIMUM_PIECES)
    expect(await stock()).toBe(MAXIMUM_PIECES)
  }
  expect(await stockOf(other)).toBe(500)
})

test('the table refuses a negative stock and invalid terms', async () => {
  for (const wrong of [{ quantity: -1 }, { minimum: 99 }, { step: 0 }, { step: 3 }, { prices: '{}' }])
    await expect(shop.db.updateTable('products').set(wrong).execute()).rejects.toThrow()
  expect(await stock()).toBe(300)
})
