import { expect, test } from 'vitest'
import type { Answer } from '#tests/support/customer.ts'
import { createTestApp } from '#tests/support/test-app.ts'

test('archived products are listed for admins, the last archived first, in pages and by words', async () => {
  await using shop = await createTestApp()
  const admin = await shop.registerAdmin()
  const names = ['Hexagon nut', 'Hexagon bolt', 'Washer', 'Sold still']
  const products = await Promise.all(names.map((name) => shop.addProduct({ name })))
  for (const product of products.slice(0, 3)) {
    shop.shop.advance(1000)
    expect((await shop.call('DELETE', `/api/product/${product._id}`, { as: admin })).status).toBe(200)
  }
  const list = (query = '') => shop.call('GET', `/api/archived-product${query}`, { as: admin })
  const namesOf = ({ body }: Answer) => body.map(({ name }: { name: string }) => name)
  const all = await list()
  expect(namesOf(all)).toEqual(['Washer', 'Hexagon bolt', 'Hexagon nut'])
  expect(all.headers.get('x-total-count')).toBe('3')
  expect(all.headers.get('cache-control')).toBe('no-store')
  expect(all.body[0]).toMatchObject({ _id: products[2]?._id, revision: 2, archivedAt: all.body[0].updatedAt })
  const first = await list('?limit=2')
  const next = /<\/api\/archived-product(\?[^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1]
  expect([...namesOf(first), ...namesOf(await list(next))]).toEqual(namesOf(all))
  expect(namesOf(await list('?q=HEXAGON%20nut'))).toEqual(['Hexagon nut'])
  expect(namesOf(await list('?q=sold'))).toEqual([])
  await shop.call('POST', `/api/product/${products[1]?._id}/restore`, { as: admin })
  expect(namesOf(await list('?q=hexagon'))).toEqual(['Hexagon nut'])
  for (const query of ['?limit=0', '?after=x', `?q=${'x'.repeat(201)}`])
    expect((await list(query)).status).toBe(422)
  const customer = await shop.register()
  expect((await shop.call('GET', '/api/archived-product', { as: customer })).status).toBe(403)
})
