import { afterEach, beforeEach, expect, test } from 'vitest'
import { listProducts } from '#features/catalog/catalog.ts'
import { productQuerySchema } from '#features/catalog/schema.ts'
import { listReviews } from '#features/reviews/reviews.ts'
import { samplePart } from '#tests/support/sample-product.ts'
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
  (await listProducts(shop.shop.db, productQuerySchema.parse(Object.fromEntries(new URLSearchParams(query)))))
    .rows

test('the cache returns the list of the requested URL, for every query parameter', async () => {
  for (const [name, price] of Object.entries({ Nut: 3, Bolt: 2, 'Nut, long': 1 }))
    await shop.addProduct({ name, price })
  const { next } = await listProducts(shop.shop.db, { limit: '1' })
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

test('the cache returns the part of the requested number, in any case and escaped', async () => {
  const part = await shop.addProduct({ sku: 'HX/1.5' })
  const other = await shop.addProduct({ sku: 'HX-2' })
  for (const _round of [1, 2]) {
    for (const sku of ['HX%2F1.5', 'hx%2f1.5', '%48x%2f1%2E5'])
      expect(await fromCache(`/api/part/${sku}`)).toEqual(part)
    expect(await fromCache('/api/part/hx-2')).toEqual(other)
  }
  for (const path of ['hx/1.5', '', '/hx-2', 'hx-2/', '../part/hx-2', 'hx-2?material=brass'])
    expect([path, await fromCache(`/api/part/${path}`)]).toEqual([path, undefined])
})

test('an unknown part is refused each time, and found as soon as there is one', async () => {
  for (const _round of [1, 2])
    expect(await fromCache('/api/part/hx-3')).toMatchObject({ status: 404, code: 'not_found' })
  const part = await shop.addProduct({ sku: 'HX-3' })
  expect(await fromCache('/api/part/hx-3')).toEqual(part)
})

test('a list with attributes is cached by their values', async () => {
  const admin = await shop.registerAdmin()
  const attributes = [{ key: 'material', label: 'Material', kind: 'text' }]
  await shop.call('PUT', '/api/category/screws', { as: admin, body: { name: 'Screws', attributes } })
  for (const material of ['brass', 'steel'])
    await shop.call('POST', '/api/product', {
      as: admin,
      body: samplePart({ name: `A ${material} screw`, category: 'screws', attributes: { material } }),
    })
  for (const material of ['brass', 'steel', 'brass'])
    expect(await fromCache(`/api/product?category=screws&material=${material}`)).toMatchObject([
      { name: `A ${material} screw` },
    ])
})

test('a caller who changed public data gets it from the cache at once', async () => {
  const customer = await shop.register()
  const admin = await shop.registerAdmin()
  const expectFresh = async () => {
    expect(await fromCache('/api/product')).toEqual(await products())
    expect(await fromCache('/api/rating')).toEqual(await listReviews(shop.shop.db))
    for (const part of await products()) expect(await fromCache(`/api/part/${part.sku}`)).toEqual(part)
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

// attack: hidden-review
test('a call that needs a token or a cookie is never answered from the cache', async () => {
  const { paths } = (await readDocument(shop.app)) as {
    paths: Record<string, { get?: { security?: readonly object[] } }>
  }
  const isGuarded = (security: readonly object[] = []) =>
    security.length > 0 && security.every((proof) => Object.keys(proof).length > 0)
  const guarded = Object.entries(paths).filter(([, { get }]) => isGuarded(get?.security))
  const addresses = guarded.map(([path]) => path.replace(/\{\w+\}/g, 'x'))
  expect(addresses).toEqual(expect.arrayContaining(['/api/myorders', '/api/orders', '/api/user']))
  const forAdmins = ['/api/rating?hidden=true', '/api/rating?hidden=false', '/api/rating?hidden=']
  for (const address of [...addresses, ...forAdmins, '/api/auth/get-session', '/sandbox/mail'])
    expect([address, await fromCache(address)]).toEqual([address, undefined])
})
