import { RouterContextProvider, type ServerBuild } from 'react-router'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type App, createApp, type Pages } from '#app/app.ts'
import routes from '#app/routes.ts'
import type { Product } from '#features/catalog/schema.ts'
import { publicPages } from '#kit/public-cache/public-addresses.ts'
import { shopContext } from '#kit/rendering/page-context.ts'
import { samplePart } from '#tests/support/sample-product.ts'
import type { Person } from './support/customer.ts'
import { createTestApp, readDocument, type TestApp } from './support/test-app.ts'

const PAGES = {
  '/': [''],
  '/parts': ['', '?q=screw', '?q=nothing', '?sort=price', '?page=2'],
  '/parts/:category': ['/parts/fasteners', '/parts/screws', '/parts/nuts', '/parts/screws?thread=M8'],
  '/part/:sku': ['/part/a', '/part/b', '/part/c'],
  '/blog': [''],
  '/terms': [''],
  '/privacy': [''],
  '/returns': [''],
  '/imprint': [''],
  '/portfolio': [''],
  '/compare': ['', '?sku=a&sku=b', '?sku=a&sku=unknown'],
}

/** After the first row: without the part that has the largest stock. */
const SORTED_BY_STOCK = ['/parts/screws?sort=-quantity', '/parts/screws?sort=-quantity&after=1']

const CALLS = {
  '/api/product': ['', '?q=screw', '?category=fasteners', '?category=screws&thread=M8', '?sort=-price'],
  '/api/product/facets': ['?category=screws', '?category=fasteners'],
  '/api/category': [''],
  '/api/country': [''],
  '/api/suggestion': ['?q=screw', '?q=nuts'],
  '/api/rating': [''],
  '/api/part/{sku}': ['/api/part/a', '/api/part/b', '/api/part/c'],
}

const addresses = [
  ...Object.entries({ ...PAGES, ...CALLS }).flatMap(([path, queries]) =>
    queries.map((query) => (query.startsWith('/') ? query : path + query)),
  ),
  ...SORTED_BY_STOCK,
]

/** Without them the shop does not have these pages. */
const WRITTEN = { privacyText: 'What we keep.', returnsText: 'Within 14 days.' }

interface PageModule {
  readonly handle?: object
  readonly loader?: (args: object) => unknown
}

let shop: TestApp
let app: App
let pages: Pages
let modules: ServerBuild['routes']
let admin: Person
let customer: Person
let a: Product

/** The public pages, rendered as the data of their loaders. */
async function loadPages(): Promise<Pages> {
  const files = routes.filter(({ path, index }) => index || path)
  const loaded = await Promise.all(
    files.map(async ({ path, file }) => {
      const module = (await import(/* @vite-ignore */ `../app/${file}`)) as PageModule
      return [file, { id: file, path, module }] as const
    }),
  )
  modules = Object.fromEntries(loaded) as unknown as ServerBuild['routes']
  return {
    publicAddresses: publicPages(modules),
    render: async (request, { config: _, ...rest }) => {
      const url = new URL(request.url)
      const [, path = '', last] = url.pathname.split('/')
      const route = loaded.find(([, page]) =>
        last ? page.path?.startsWith(`${path}/`) : (page.path ?? '') === path,
      )?.[1]
      const context = new RouterContextProvider()
      context.set(shopContext, { config: _, ...rest })
      const params = { category: last, sku: last }
      return Response.json((await route?.module.loader?.({ request, url, params, context })) ?? null)
    },
  }
}

beforeAll(async () => {
  shop = await createTestApp({ RATE_LIMITS: 'sign-in' })
  pages = await loadPages()
  app = createApp(shop.shop, shop.shop.database, pages)
  admin = await shop.registerAdmin()
  customer = await shop.register()
  const attributes = [
    { key: 'thread', label: 'Thread', kind: 'text' },
    { key: 'length', label: 'Length', kind: 'number', unit: 'mm' },
  ]
  const category = (slug: string, body: object) => callAs('PUT', `/api/category/${slug}`, body)
  await category('fasteners', { name: 'Fasteners', attributes: [] })
  await category('screws', { name: 'Screws', parent: 'fasteners', attributes })
  await category('nuts', { name: 'Nuts', parent: 'fasteners', attributes: attributes.slice(0, 1) })
  a = await add('a', 'screws', { thread: 'M8', length: 40 })
  await add('b', 'screws', { thread: 'M8', length: 50 })
  await add('c', 'nuts', { thread: 'M8' })
  await post('Good parts.')
  await callAs('PUT', '/api/texts', { revision: 0, texts: WRITTEN })
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterAll(async () => {
  vi.useRealTimers()
  await shop[Symbol.asyncDispose]()
})

async function callAs(method: string, path: string, body?: unknown, as = admin) {
  const answer = await shop.call(method, path, {
    as,
    body,
    ...(typeof body === 'string' && { headers: { 'Content-Type': 'text/csv' } }),
  })
  expect([path, answer.status, answer.body]).toEqual([path, expect.toBeOneOf([200, 201]), expect.anything()])
  return answer.body
}

const add = (sku: string, category: string, attributes: object): Promise<Product> =>
  callAs('POST', '/api/product', {
    ...samplePart({ sku: sku.toUpperCase(), name: `A ${category.slice(0, -1)} ${sku}`, category }),
    attributes,
  })

const post = (comment: string) => callAs('POST', '/api/rating', { comment, rating: '5' }, customer)

const requestOf = (url: string) => ({
  method: 'GET',
  url,
  acceptEncoding: undefined,
  ifNoneMatch: undefined,
})

const bodyOf = (answer: { status: number; body: Uint8Array | null } | undefined): string =>
  `${answer?.status} ${Buffer.from(answer?.body ?? []).toString()}`

/** What each address answers without what is in memory. */
async function readAnew(): Promise<Map<string, string>> {
  const { publicCache } = createApp(shop.shop, shop.shop.database, pages)
  const answers = new Map<string, string>()
  for (const address of addresses) answers.set(address, bodyOf(await publicCache.answer(requestOf(address))))
  return answers
}

/** Renders all addresses, makes the change and returns which of them are rendered again; none of the others may differ. */
async function touchedBy(change: () => Promise<unknown>): Promise<string[]> {
  for (const address of addresses) await app.publicCache.answer(requestOf(address))
  const before = await readAnew()
  await change()
  // Past the time in which frequent changes may be late.
  vi.advanceTimersByTime(2000)
  const after = await readAnew()
  await app.publicCache.answer(requestOf('/parts?page=9'))
  const inMemory = addresses.filter((address) => app.publicCache.lookup(requestOf(address)))
  expect(inMemory.filter((address) => before.get(address) !== after.get(address))).toEqual([])
  expect(addresses.filter((address) => before.get(address) !== after.get(address))).not.toEqual([])
  return addresses.filter((address) => !inMemory.includes(address))
}

test('every public address that reads data says what it shows', async () => {
  const { paths } = (await readDocument(shop.app)) as { paths: Record<string, { get?: object }> }
  const calls = Object.entries(paths).flatMap(([path, { get }]) =>
    get && 'x-public-cache' in get ? [path] : [],
  )
  expect(calls.sort()).toEqual(Object.keys(CALLS).sort())
  const read = Object.values(modules).flatMap((route) => {
    const { handle, loader } = (route?.module ?? {}) as PageModule
    return handle && 'publicCache' in handle && loader ? [`/${route?.path ?? ''}`] : []
  })
  expect(read.sort()).toEqual(Object.keys(PAGES).sort())
  // A cache in front is told by names what an answer shows; `shop` is in all of them.
  const config = { ...shop.shop.config, cdnPurgeUrl: 'http://127.0.0.1:9/' }
  const { publicCache } = createApp({ ...shop.shop, config }, shop.shop.database, pages)
  for (const address of addresses) {
    const answer = await publicCache.answer(requestOf(address))
    expect([address, answer?.status]).toEqual([address, 200])
    expect(answer?.headers.xkey?.split(' '), address).toEqual(
      expect.arrayContaining(['shop', expect.not.stringMatching(/^shop$/)]),
    )
  }
})

test('an order touches the pages that show its parts and the tables sorted by stock, no others', async () => {
  const shown = ['/', '/parts?sort=price', '/parts?page=2', '/parts?q=screw']
  const lists = ['/parts/fasteners', '/parts/screws', '/parts/screws?thread=M8', ...SORTED_BY_STOCK]
  const own = ['/part/a', '/compare?sku=a&sku=b', '/compare?sku=a&sku=unknown', '/api/part/a']
  const calls = ['', '?q=screw', '?category=fasteners', '?category=screws&thread=M8', '?sort=-price']
  let order = { _id: '' }
  const expected = [...shown, ...lists, ...own, ...calls.map((query) => `/api/product${query}`)]
  const touched = await touchedBy(async () => {
    order = await shop.order(customer, a, 300)
  })
  expect(expected).toEqual(expect.arrayContaining(touched))
  expect(touched).toEqual(expect.arrayContaining([...own, ...lists]))
  expect(await touchedBy(() => callAs('DELETE', `/api/myorder/${order._id}`, undefined, customer))).toEqual(
    touched,
  )
  // What sells out changes no more.
  expect(
    await touchedBy(async () => {
      order = await shop.order(customer, a, 1000)
    }),
  ).toEqual(touched)
  await callAs('DELETE', `/api/myorder/${order._id}`, undefined, customer)
})

const OF_REVIEWS = ['/', '/api/rating']

test('reviews and the first payment of their writer touch the reviews only', async () => {
  const order = await shop.order(customer, a, 100)
  expect(await touchedBy(() => shop.pay(customer, order))).toEqual(OF_REVIEWS)
  let review = { _id: '' }
  const posting = async () => {
    review = await post('Better parts.')
  }
  expect(await touchedBy(posting)).toEqual(OF_REVIEWS)
  for (const hidden of [true, false])
    expect(await touchedBy(() => callAs('PUT', `/api/rating/${review._id}`, { hidden }))).toEqual(OF_REVIEWS)
})

test('a mark for the home page is shown there at once, and touches no other page', async () => {
  for (const featured of [true, false])
    expect(await touchedBy(() => callAs('PUT', '/api/featured-product', { ids: [a._id], featured }))).toEqual(
      ['/'],
    )
})

test('what admins change of products and categories is shown at all addresses that have it', async () => {
  const current = async (sku: string): Promise<Product> => (await shop.call('GET', `/api/part/${sku}`)).body
  const change = async (sku: string, changes: object) => {
    const part = await current(sku)
    const values = Object.fromEntries(part.attributes.map(({ key, value }) => [key, value]))
    const body = { ...part, attributes: values, prices: undefined, ...changes }
    await callAs('PUT', `/api/product/${part._id}`, body)
  }
  await touchedBy(() => add('d', 'screws', { thread: 'M8', length: 60 }))
  await touchedBy(() => change('b', { price: 0.25 }))
  await touchedBy(() => change('b', { name: 'A renamed screw' }))
  await touchedBy(() => change('b', { category: 'nuts', attributes: { thread: 'M10' } }))
  await touchedBy(() => change('b', { category: 'screws', attributes: { thread: 'M8', length: 45 } }))
  const { _id } = await current('d')
  await touchedBy(() => callAs('POST', `/api/product/${_id}/stock`, { change: 5, reason: 'Counted.' }))
  await touchedBy(() => callAs('DELETE', `/api/product/${_id}`))
  await touchedBy(() => callAs('POST', `/api/product/${_id}/restore`))
  const [nuts, screws] = ['nuts', 'screws'].map((slug) => `/api/category/${slug}`) as [string, string]
  const attributes = [{ key: 'thread', label: 'Size', kind: 'text' }]
  await touchedBy(() => callAs('PUT', nuts, { name: 'Hexagon nuts', parent: 'fasteners', attributes }))
  await touchedBy(() => callAs('PUT', '/api/category/fasteners', { name: 'Fixings', attributes: [] }))
  await touchedBy(() =>
    callAs('PUT', `${screws}-of-brass`, { name: 'Brass', parent: 'screws', attributes: [] }),
  )
  await touchedBy(() => callAs('DELETE', `${screws}-of-brass`))
})

test('an import touches everything', async () => {
  const file = 'sku,price\nA,0.75\n'
  const { _id } = await callAs('POST', '/api/import', file)
  expect(await touchedBy(() => callAs('POST', `/api/import/${_id}/apply`))).toEqual(addresses)
  expect(await touchedBy(() => callAs('POST', `/api/import/${_id}/undo`))).toEqual(addresses)
})

test('changed settings touch what shows them', async () => {
  const change = async (countries: unknown) => {
    const settings = await callAs('GET', '/api/settings')
    await callAs('PUT', '/api/settings', { ...settings, delivery: { ...settings.delivery, countries } })
  }
  expect(await touchedBy(() => change(['DE']))).toContain('/api/country')
  expect(await touchedBy(() => change('all'))).toContain('/api/country')
})

test('what the shop is called and sells in touches everything', async () => {
  const change = async (identity: object) => {
    const settings = await callAs('GET', '/api/settings')
    await callAs('PUT', '/api/settings', { ...settings, shop: { ...settings.shop, ...identity } })
  }
  expect(await touchedBy(() => change({ name: 'Muster Teile', hero: 'none' }))).toEqual(addresses)
  expect(await touchedBy(() => change({ name: undefined, hero: 'joint' }))).toEqual(addresses)
})

test('changed texts touch the pages that consist of texts only', async () => {
  const own = addresses.filter((address) => /^\/(\?|$|portfolio|terms|privacy|returns|imprint)/.test(address))
  const change = async (texts: object) => {
    const { revision } = await callAs('GET', '/api/texts')
    await callAs('PUT', '/api/texts', { revision, texts })
  }
  const all = {
    ...WRITTEN,
    heroHeading: 'Screws',
    portfolioHeading: 'Works',
    termsText: 'Short.',
    imprintText: 'Open from 9 to 5.',
  }
  expect(await touchedBy(() => change(all))).toEqual(own)
  expect(await touchedBy(() => change(WRITTEN))).toEqual(own)
})
