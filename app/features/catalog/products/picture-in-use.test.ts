import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '#kit/id.ts'
import { samplePart } from '#tests/support/sample-product.ts'
import { createTestShop, type TestShop } from '#tests/support/test-shop.ts'
import { changeProduct, createProduct } from './change-products.ts'

const ADMIN = { id: 'a', email: 'admin@example.com' }

let shop: TestShop
let id: string
beforeAll(async () => {
  shop = await createTestShop({ PUBLIC_URL: 'https://shop.example', SANDBOX: 'on' })
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(async () => {
  id = newId(shop.now())
  await shop.db.insertInto('images').values({ id, kept: 0 }).execute()
})

const isKept = async (): Promise<unknown> =>
  (await shop.db.selectFrom('images').select('kept').where('id', '=', id).executeTakeFirst())?.kept

const ADDRESSES = [
  '/images/{id}',
  '/a/../images/{id}',
  '/images/./{id}',
  '/%69mages/{id}',
  'https://shop.example/images/{id}',
]

const fieldsWith = (image: string) => samplePart({ name: image, image: image.replace('{id}', id) })

test.each(ADDRESSES)('a new product keeps its uploaded picture %j', async (address) => {
  const { image } = await createProduct(shop, ADMIN, fieldsWith(address))
  expect([image, await isKept()]).toEqual([`/images/${id}`, 1])
})

test.each(ADDRESSES)('a changed product keeps its uploaded picture %j', async (address) => {
  const { _id, ...other } = await createProduct(shop, ADMIN, fieldsWith(`/drawings/${id}.svg`))
  expect(await isKept()).toBe(0)
  const change = { ...other, attributes: {}, image: address.replace('{id}', id) }
  const { image } = await changeProduct(shop, ADMIN, _id, change)
  expect([image, await isKept()]).toEqual([`/images/${id}`, 1])
})
