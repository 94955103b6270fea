import { Hono } from 'hono'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ORIGIN } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { asShop } from './as-shop.ts'
import { sitemapRoutes } from './sitemap.ts'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app[Symbol.asyncDispose]())

async function addCategory(slug: string, parent?: string): Promise<void> {
  const as = await app.registerAdmin()
  expect((await app.call('PUT', `/api/category/${slug}`, { as, body: { name: slug, parent } })).status).toBe(
    200,
  )
}

const locationsIn = (xml: string): string[] =>
  [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) =>
    address.startsWith(ORIGIN) ? address.slice(ORIGIN.length) : address,
  )

/** The addresses of a sitemap with at most `limit` of them; the status of a refusal. */
async function listed(path: string, limit?: number): Promise<string[] | number> {
  const answer = await new Hono()
    .use(asShop(app.shop))
    .route('/', sitemapRoutes(app.shop, limit))
    .request(path)
  return answer.ok ? locationsIn(await answer.text()) : answer.status
}

const PAGES = [
  '/',
  '/parts',
  '/blog',
  '/portfolio',
  '/login',
  '/register',
  '/forgotpass',
  '/terms',
  '/imprint',
]

test('the sitemap lists public pages, the categories in use and the parts for sale', async () => {
  await addCategory('fasteners')
  await addCategory('screws', 'fasteners')
  await addCategory('empty')
  const part = await app.addProduct({ sku: 'HX/1.2', category: 'screws' })
  const archived = await app.addProduct({ sku: 'OLD-1' })
  const admin = await app.registerAdmin()
  await app.call('DELETE', `/api/product/${archived._id}`, { as: admin })
  const { status, headers, body } = await app.call('GET', '/sitemap.xml')
  expect(status).toBe(200)
  expect(headers.get('Content-Type')).toBe('application/xml; charset=utf-8')
  expect(headers.get('Cache-Control')).toBe('public, max-age=3600')
  expect(body).toContain('<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">')
  expect(locationsIn(body)).toEqual([...PAGES, '/parts/fasteners', '/parts/screws', '/part/hx%2f1.2'])
  expect(body).toContain(`/part/hx%2f1.2</loc><lastmod>${part.updatedAt}</lastmod></url>`)
})

test('the sitemap without parts has no list of parts', async () => {
  expect(await listed('/sitemap.xml')).toEqual(PAGES)
  expect(await listed('/sitemap-2.xml')).toBe(404)
})

test('above the limit the sitemap is an index of lists, in which each part stays', async () => {
  const parts = []
  for (let number = 1; number <= 5; number += 1) parts.push(await app.addProduct({ sku: `HX-${number}` }))
  expect(await listed('/sitemap.xml', 14)).toEqual([
    ...PAGES,
    ...parts.map(({ sku }) => `/part/${sku.toLowerCase()}`),
  ])
  expect(await listed('/sitemap.xml', 2)).toEqual([1, 2, 3, 4].map((number) => `/sitemap-${number}.xml`))
  expect(await listed('/sitemap-1.xml', 2)).toEqual(PAGES)
  expect(await listed('/sitemap-2.xml', 2)).toEqual(['/part/hx-1', '/part/hx-2'])
  expect(await listed('/sitemap-4.xml', 2)).toEqual(['/part/hx-5'])
  const admin = await app.registerAdmin()
  for (const part of [parts[0], parts[2], parts[3]])
    await app.call('DELETE', `/api/product/${part?._id}`, { as: admin })
  expect(await listed('/sitemap.xml', 2)).toEqual([1, 2, 4].map((number) => `/sitemap-${number}.xml`))
  expect(await listed('/sitemap-2.xml', 2)).toEqual(['/part/hx-2'])
  expect(await listed('/sitemap-3.xml', 2)).toBe(404)
  expect(await listed('/sitemap-4.xml', 2)).toEqual(['/part/hx-5'])
})

test.each(['0', '01', '5', '999999', '1000000', '-1', '2.5', 'x', '2%20', ''])(
  'an unknown list is not found: /sitemap-%s.xml',
  async (number) => {
    await app.addProduct()
    expect(await listed(`/sitemap-${number}.xml`)).toBe(404)
  },
)
