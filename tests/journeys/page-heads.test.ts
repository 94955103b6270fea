import { describe, expect } from 'vitest'
import { pages } from '#app/routes.ts'
import { partPath } from '#features/catalog/paths.ts'
import { addressOf } from '../support/pages.ts'
import type { RunningShop } from '../support/running-shop.ts'
import { test } from './journey.ts'
import { productAt } from './steps.ts'

describe('the head of a rendered page', () => {
  test('has the canonical URL, title and description of each page of the sitemap', async ({ shop }) => {
    const sitemap: string = (await shop.call('GET', '/sitemap.xml')).body
    const addresses = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address)
    expect(addresses.length).toBeGreaterThan(5)
    const heads = await Promise.all(addresses.map((address) => headOf(shop, new URL(address).pathname)))
    for (const [index, head] of heads.entries()) {
      expect(head.status).toBe(200)
      expect(head.robots).toBe(undefined)
      expect([head.canonical, head['og:url']]).toEqual([addresses[index], addresses[index]])
      expect(`${head['og:title']} · Parts Shop`).toBe(head.title)
      expect(head['og:description']).toBe(head.description)
    }
    for (const fact of ['title', 'description'] as const) {
      expect(new Set(heads.map((head) => head[fact])).size).toBe(heads.length)
    }
    const image = new URL(String(heads[0]?.['og:image']))
    expect((await shop.call('GET', image.pathname)).headers.get('Content-Type')).toBe('image/png')
  })

  test('has a canonical URL without parameters that do not change the page', async ({ shop }) => {
    const { origin } = new URL(String((await headOf(shop, '/')).canonical))
    expect((await headOf(shop, '/login?returnTo=%2Fblog&tag=sample')).canonical).toBe(`${origin}/login`)
    const sorted = await headOf(shop, '/parts?tag=sample&sort=price')
    expect(sorted.canonical).toBe(`${origin}/parts?sort=price`)
    expect((await headOf(shop, '/parts?q=bolt')).robots).toBe('noindex')
    for (const nonsense of ['sort=lost', 'sort=newest', 'page=0', 'page=1', 'page=99', 'page=2e1', 'after=x'])
      expect((await headOf(shop, `/parts?${nonsense}`)).canonical, nonsense).toBe(
        `${origin}/parts?sort=newest`,
      )
  })

  test('is at one path: other spellings of the path redirect to it', async ({ shop }) => {
    const spellings = ['/portfolio/', '/Portfolio', '//portfolio', '/%70ortfolio', '/portfolio//?tag=sample']
    for (const spelling of spellings) {
      const { status, headers } = await fetch(shop.url + spelling, { redirect: 'manual' })
      const query = spelling.includes('?') ? '?tag=sample' : ''
      expect([status, headers.get('Location')], spelling).toEqual([308, `/portfolio${query}`])
    }
    const { canonical } = await headOf(shop, '/portfolio?tag=sample')
    expect(new URL(String(canonical)).pathname).toBe('/portfolio')
    const file = await fetch(`${shop.url}/assets/Of-Another-Release.js`, { redirect: 'manual' })
    expect(file.status).toBe(404)
  })

  test('has the search text and the page number in its title', async ({ shop }) => {
    const second = await headOf(shop, '/parts?page=2&tag=sample')
    expect([second.status, second.title]).toEqual([200, 'All parts, page 2 · Parts Shop'])
    expect(String(second.canonical)).toMatch(/\?sort=newest&amp;page=2$/)
    expect((await headOf(shop, '/parts?q=washer')).title).toBe('washer · Parts Shop')
  })

  test('excludes private and unknown pages from search engines', async ({ shop }) => {
    const hidden = pages.filter(({ access, isRendered }) => access !== 'everyone' && !isRendered)
    const paths = hidden.map((page) => addressOf(page))
    expect(paths.length).toBeGreaterThan(25)
    for (const path of [...paths, '/reset-password', '/nowhere'])
      expect((await headOf(shop, path)).robots, path).toBe('noindex')
  })

  test('has the name of the part on an order page, and an unknown part is 404', async ({ shop }) => {
    const product = await productAt(shop, 0)
    const known = await headOf(shop, `/order/${product._id}`)
    expect(known.title).toBe(`${product.name} · Parts Shop`)
    expect([known.status, known.description, known.robots]).toEqual([200, product.description, undefined])
    const unknown = await headOf(shop, '/order/unknown')
    expect([unknown.status, unknown.title]).toEqual([404, 'Page not found · Parts Shop'])
  })

  test('describes the listed parts to search engines, with escaped names', async ({ shop, admin }) => {
    const name = '</script><script>alert("sample")</script>'
    const product = await shop.addProduct(admin, { name, price: 0.0425, quantity: 1000 })
    const described = await Promise.all(
      ['/', partPath(product.sku), `/order/${product._id}`].map(async (path) => {
        const html: string = (await shop.call('GET', path)).body
        expect(html).not.toContain(name)
        const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? []
        return JSON.parse(json)
      }),
    )
    for (const part of [described[0].itemListElement[0].item, ...described.slice(1)]) {
      expect(part).toMatchObject({ '@type': 'Product', name, sku: product.sku })
      expect(part.offers).toMatchObject({ price: 0.0425, priceCurrency: 'USD' })
      expect(new URL(part.offers.url).pathname).toBe(partPath(product.sku))
    }
  })
})

/** The metadata in the head of a page by name, with the status of the response. */
interface Head {
  readonly status: number
  readonly [fact: string]: string | number | undefined
}

async function headOf(shop: RunningShop, path: string): Promise<Head> {
  const { status, body } = await shop.call('GET', path)
  const html: string = body
  const named = html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)
  return {
    status,
    title: /<title>([^<]*)<\/title>/.exec(html)?.[1],
    canonical: /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1],
    ...Object.fromEntries([...named].map(([, name, content]) => [name, content])),
  }
}
