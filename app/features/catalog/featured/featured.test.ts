import { expect, test } from 'vitest'
import { createTestApp } from '#tests/support/test-app.ts'
import { listFeatured } from './featured.ts'

test('the staff mark parts for the home page: the last marked come first, the newest fill it up', async () => {
  await using shop = await createTestApp()
  const admin = await shop.registerAdmin()
  const names = Array.from({ length: 15 }, (_, index) => `Part ${index}`)
  const ids = new Map<string, string>()
  for (const name of names) ids.set(name, (await shop.addProduct({ name }))._id)
  const idsOf = (...marked: string[]) => marked.map((name) => String(ids.get(name)))
  const mark = (featured: boolean, ...marked: string[]) =>
    shop.call('PUT', '/api/featured-product', { as: admin, body: { ids: idsOf(...marked), featured } })
  const shown = async () => (await listFeatured(shop.shop.db)).rows.map(({ name }) => name)
  const newest = names.toReversed()
  expect(await shown()).toEqual(newest.slice(0, 12))

  expect((await mark(true, 'Part 3')).body).toEqual({ modifiedCount: 1 })
  shop.shop.advance(1000)
  // Twice in one request, and one that is marked: each counts once.
  expect((await mark(true, 'Part 14', 'Part 3', 'Part 14')).body).toEqual({ modifiedCount: 1 })
  const filled = newest.filter((name) => name !== 'Part 14' && name !== 'Part 3')
  expect(await shown()).toEqual(['Part 14', 'Part 3', ...filled.slice(0, 10)])
  expect((await listFeatured(shop.shop.db)).total).toBe(15)

  const list = async (query = '') => {
    const { body } = await shop.call('GET', `/api/featured-product${query}`, { as: admin })
    return body.map(({ name }: { name: string }) => name)
  }
  expect([await list(), await list('?limit=1')]).toEqual([['Part 14', 'Part 3'], ['Part 14']])
  const first = await shop.call('GET', '/api/featured-product?limit=1', { as: admin })
  const next = /<\/api\/featured-product(\?[^>]+)>/.exec(first.headers.get('link') ?? '')?.[1]
  expect(await list(next)).toEqual(['Part 3'])

  // An archived one is not shown, and keeps its mark; more than twelve can be marked.
  await shop.call('DELETE', `/api/product/${ids.get('Part 14')}`, { as: admin })
  expect((await shown())[0]).toBe('Part 3')
  expect(await list()).toEqual(['Part 14', 'Part 3'])
  shop.shop.advance(1000)
  await mark(true, ...names.slice(0, 13))
  expect(await shown()).toEqual(
    names
      .slice(0, 13)
      .filter((name) => name !== 'Part 3')
      .toReversed(),
  )

  expect((await mark(false, ...names)).body).toEqual({ modifiedCount: 14 })
  expect(await shown()).toEqual(newest.slice(1, 13))
})

test('a mark keeps the revision, and is in the history and in what the staff read; visitors do not see it', async () => {
  await using shop = await createTestApp()
  const admin = await shop.registerAdmin()
  const part = await shop.addProduct()
  const read = async () => (await shop.call('GET', `/api/product/${part._id}`, { as: admin })).body
  const before = await read()
  const body = { ids: [part._id], featured: true }
  await shop.call('PUT', '/api/featured-product', { as: admin, body })
  expect(await read()).toEqual({ ...before, featuredAt: expect.stringMatching(/^\d{4}-.*Z$/) })
  expect((await shop.call('GET', '/api/product')).body).toEqual([part])
  await shop.call('PUT', '/api/featured-product', { as: admin, body: { ...body, featured: false } })
  expect(await read()).toEqual(before)
  const history = await shop.call('GET', `/api/product/${part._id}/history`, { as: admin })
  expect(history.body.map(({ kind }: { kind: string }) => kind)).toEqual([
    'unfeatured',
    'featured',
    'created',
  ])
})

test('a refused mark changes nothing', async () => {
  await using shop = await createTestApp()
  const admin = await shop.registerAdmin()
  const part = await shop.addProduct()
  const mark = (body: object, as = admin) => shop.call('PUT', '/api/featured-product', { as, body })
  expect((await mark({ ids: [part._id, 'unknown'], featured: true })).status).toBe(404)
  expect((await mark({ ids: [], featured: true })).status).toBe(422)
  expect((await mark({ ids: Array(101).fill(part._id), featured: true })).status).toBe(422)
  expect((await mark({ ids: [part._id] })).status).toBe(422)
  const customer = await shop.register()
  expect((await mark({ ids: [part._id], featured: true }, customer)).status).toBe(403)
  expect((await shop.call('GET', '/api/featured-product', { as: customer })).status).toBe(403)
  expect((await shop.call('GET', '/api/featured-product', { as: admin })).body).toEqual([])
})
