import { afterEach, beforeEach, expect, test } from 'vitest'
import { listProducts } from '#features/catalog/catalog.ts'
import { productQuerySchema } from '#features/catalog/schema.ts'
import { listReviews } from '#features/reviews/reviews.ts'
import { createTestApp, readDocument, type TestApp } from '#tests/support/test-app.ts'

let shop: TestApp

beforeEach(async () => {
  shop = await createTestApp()
})
afterEach(() => shop[Symbol.asyncDispose]())

/** The response of the cache, which renders it if necessary; undefined for a URL that it does not cache. */
async function fromCache(url: string): Promise<unknown> {
  const request = { method: 'GET', url, acceptEncoding: undefined, ifNoneMatch: undefined }
  const answer = await shop.app.publicCache.answer(request)
  return answer && JSON.parse(Buffer.from(answer.body ?? []).toString())
}

const products = async (query = '') =>
  (await listProducts(shop.shop, productQuerySchema.parse(Object.fromEntries(new URLSearchParams(query)))))
    .rows

test('the cache returns the list of the requested URL, for every query parameter', async () => {
  for (const [name, price] of Object.entries({ Nut: 3, Bolt: 2, 'Nut, long': 1 }))
    await shop.addProduct({ name, price })
  const { next } = await listProducts(shop.shop, { limit: '1' })
  const queries = ['', 'q=nut', 'sort=name', 'sort=-price', 'limit=1', `limit=1&after=${next}`]
  const lists = new Set<string>()
  // The second response comes from memory.
  for (const query of [...queries, ...queries]) {
    const list = await fromCache(query ? `/api/product?${query}` : '/api/product')
    expect([query, list]).toEqual([query, await products(query)])
    lists.add(JSON.stringify(list))
  }
  expect(lists.size).toBe(queries.length)
})

test('a caller who changed public data gets it from the cache at once', async () => {
  const customer = await shop.register()
  const admin = await shop.registerAdmin()
  const expectFresh = async () => {
    expect(await fromCache('/api/product')).toEqual(await products())
    expect(await fromCache('/api/rating')).toEqual(await listReviews(shop.shop.db))
  }
  await expectFresh()
  const product = await shop.addProduct({ quantity: 1000 })
  await expectFresh()
  const order = await shop.order(customer, product)
  await expectFresh()
  await shop.call('DELETE', `/api/myorder/${order._id}`, { as: customer })
  await expectFresh()
  await shop.call('DELETE', `/api/product/${product._id}`, { as: admin })
  await expectFresh()
  await shop.call('POST', '/api/rating', { as: customer, body: { comment: 'Good parts.', rating: '5' } })
  await expectFresh()
})

test('a call that needs a token or a cookie is never answered from the cache', async () => {
  const { paths } = (await readDocument(shop.app)) as {
    paths: Record<string, { get?: { security?: readonly object[] } }>
  }
  const guarded = Object.entries(paths).filter(([, { get }]) => (get?.security?.length ?? 0) > 0)
  const addresses = guarded.map(([path]) => path.replace(/\{\w+\}/g, 'x'))
  expect(addresses).toEqual(expect.arrayContaining(['/api/myorders', '/api/orders', '/api/user']))
  for (const address of [...addresses, '/api/auth/get-session', '/sandbox/mail'])
    expect([address, await fromCache(address)]).toEqual([address, undefined])
})
