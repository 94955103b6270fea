import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from '#app/routes.ts'
import { pages } from '#app/routes.ts'
import { createCalls, type Person, type ShopCalls } from '../support/customer.ts'
import { addressOf, WITHOUT_TEXT } from '../support/pages.ts'
import { startScript } from '../support/run-script.ts'
import { ADMIN, emptyStorage, freePort, startShop } from '../support/running-shop.ts'

const THINGS = { category: 'hexagon-screws', sku: 'hx-933-m8-40' }

const isCached = ({ file }: Page): boolean => readFileSync(`app/${file}`, 'utf8').includes('publicCache')

/** Every cached path. Their responses must contain no private data. */
const PAGES = pages
  .filter((page) => isCached(page) && !WITHOUT_TEXT.has(page.path))
  .map((page) => addressOf(page, THINGS).replace(/\?.*/, ''))
const CALLS = [
  ...['/api/product', '/api/rating', '/api/part/hx-933-m8-40'],
  ...['/_.data', '/part/hx-933-m8-40.data', '/parts/hexagon-screws.data'],
]

/** Those of them whose parameters are also the attributes of a category. */
const WITH_ANY_PARAMETER = ['/parts', '/api/product', '/parts/hexagon-screws', '/parts/hexagon-screws.data']

const NOT_CACHED = [
  ...pages.filter((page) => !isCached(page)).map((page) => addressOf(page)),
  ...['/api/config', '/api/openapi.json', '/healthz', '/robots.txt'],
]

/** The ETag of a cached response. Other responses have no ETag of this format. */
const TAG = /^"[\w-]{22}"$/

type StartedShop = Pick<ShopCalls, 'addProduct' | 'call' | 'register' | 'signIn'> & { readonly url: string }

const SERVERS: Readonly<Record<string, (cleanUp: AsyncDisposableStack) => Promise<StartedShop>>> = {
  'the built server': async (cleanUp) => {
    const storage = cleanUp.use(await emptyStorage())
    return cleanUp.use(await startShop({ storage, seed: 'demo' }))
  },
  'the dev server': async (cleanUp) => {
    const storage = cleanUp.use(await emptyStorage())
    const port = String(await freePort())
    const url = `http://127.0.0.1:${port}`
    const dev = cleanUp.use(
      await startScript('dev.ts', [], {
        PORT: port,
        DATA_DIR: storage.dataDir,
        ...(storage.databaseUrl && { DATABASE_URL: storage.databaseUrl }),
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
      }),
    )
    await dev.until(() => fetch(`${url}/readyz`).then(({ ok }) => ok))
    return { ...createCalls(url, fetch), url }
  },
}

describe.each(Object.keys(SERVERS))('%s', (name) => {
  const cleanUp = new AsyncDisposableStack()
  let shop: StartedShop
  let customer: Person

  beforeAll(async () => {
    const start = SERVERS[name]
    if (!start) throw new Error(`There is no ${name}`)
    shop = await start(cleanUp)
    customer = await shop.register()
  }, 120_000)
  afterAll(() => cleanUp.disposeAsync())

  const get = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(shop.url + path, {
      headers: { 'Accept-Encoding': 'identity', ...headers },
      redirect: 'manual',
    })
    return { status: answer.status, headers: answer.headers, body: await answer.text() }
  }
  const tagOf = async (path: string) => (await get(path)).headers.get('etag')

  test.each([...PAGES, ...CALLS])('%s is cached, and a matching ETag gets 304', async (path) => {
    const first = await get(path)
    const tag = first.headers.get('etag') ?? ''
    expect([first.status, tag]).toEqual([200, expect.stringMatching(TAG)])
    const again = await get(path)
    expect([again.body, again.headers.get('etag')]).toEqual([first.body, tag])
    const known = await get(path, { 'If-None-Match': tag })
    expect([known.status, known.body]).toEqual([304, ''])
  })

  test.each(NOT_CACHED)('%s is not cached', async (path) => {
    for (const _round of [1, 2]) expect((await tagOf(path)) ?? '').not.toMatch(TAG)
  })

  test('a URL with an undeclared parameter is not answered from the cache', async () => {
    for (const path of [...PAGES, ...CALLS].filter((each) => !WITH_ANY_PARAMETER.includes(each))) {
      expect(await tagOf(path)).toMatch(TAG)
      const unknown = await get(`${path}?material=brass`)
      expect([path, unknown.status]).toEqual([path, 200])
      expect(unknown.headers.get('etag') ?? '', path).not.toMatch(TAG)
    }
    expect(await tagOf('/login?returnTo=/blog&material=brass')).toBeNull()
  })

  // attack: cache-memory
  test("the router's own parameters are no filters, and split or fill no answer of the cache", async () => {
    const page = '/parts/hexagon-screws'
    const [whole, wholeData] = [await get(page), await get(`${page}.data`)]
    const own = '_routes=features%2Fbrowse%2Fpages%2Fcategory'
    // What a browser asks for at each click on a filter: cached, and apart from the data of the whole page.
    const asked = await get(`${page}.data?thread=M8&${own}`)
    expect(asked.headers.get('etag')).toMatch(TAG)
    expect(asked.body).not.toContain('is not known here')
    expect(asked.body).toContain(String.raw`\"notes\":[]`)
    for (const query of [
      '_routes=x',
      '_routes=x,root',
      '_routes=',
      `${own}&${own}`,
      'index',
      'index=&index=',
    ]) {
      for (const path of [page, `${page}.data`]) {
        const answer = await get(`${path}?${query}`)
        expect([path, query, answer.status]).toEqual([path, query, 200])
        expect(answer.headers.get('etag') ?? '', `${path}?${query}`).not.toMatch(TAG)
        expect(answer.body).not.toContain('is not known here')
      }
    }
    expect((await get(`/api/product?category=hexagon-screws&${own}`)).status).toBe(422)
    expect([(await get(page)).body, (await get(`${page}.data`)).body]).toEqual([whole.body, wholeData.body])
  })

  test('other spellings of the path of a part are redirected, and unknown parts are not cached', async () => {
    const path = '/part/hx-933-m8-40'
    const { body } = await get(path)
    const spellings = [
      '/part/HX-933-M8-40',
      '/Part/hx-933-m8-40',
      '/part//hx-933-m8-40',
      '/part/%68x-933-m8-40',
    ]
    for (const spelling of [...spellings, ...spellings]) {
      const { status, headers } = await get(spelling)
      expect([spelling, status, headers.get('location')]).toEqual([spelling, 308, path])
    }
    for (const unknown of [
      '/part/hx-933-m8-40%2f',
      '/part/hx-933',
      '/part/hx-933.data',
      '/parts/screwz',
      '/api/part/hx',
    ])
      for (const _round of [1, 2]) {
        const { status, headers } = await get(unknown)
        expect([unknown, status, headers.get('etag')]).toEqual([unknown, 404, null])
      }
    expect((await get(path)).body).toBe(body)
  })

  test('every value of a declared parameter has its own answer', async () => {
    const [, after] =
      /[?&]after=([^&>]+)/.exec((await get('/api/product?limit=12')).headers.get('link') ?? '') ?? []
    const lists = ['q=washer', 'q=bearing', 'sort=price', 'page=2', 'sort=price&page=2', `after=${after}`]
    const list = ['', '?q=washer', '?sort=price', '?limit=2', '?limit=3', `?after=${after}`]
    const login = ['/login', '/login?returnTo=/order/x', '/register', '/register?returnTo=/order/x']
    const addresses = [
      '/',
      ...lists.map((query) => `/parts?${query}`),
      ...list.map((query) => `/api/product${query}`),
      ...login,
    ]
    const bodies = new Map<string, string>()
    for (const address of [...addresses, ...addresses]) {
      const { body, headers } = await get(address)
      expect(headers.get('etag'), address).toMatch(TAG)
      expect(body, address).toBe(bodies.get(address) ?? body)
      bodies.set(address, body)
    }
    expect(new Set(bodies.values()).size).toBe(addresses.length)
  })

  // With an undeclared parameter the response is rendered for this request, with its cookie and its token.
  test.each([...PAGES, ...CALLS])('%s is the same for a signed-in user, and sets no cookie', async (path) => {
    const signedIn = { Cookie: customer.cookie, Authorization: `Bearer ${customer.token}` }
    for (const address of [path, `${path}?probe=1`]) {
      const answers = [await get(address), await get(address, signedIn)]
      for (const { headers } of answers) expect(headers.getSetCookie()).toEqual([])
      expect(answers[1]?.body).toBe(answers[0]?.body)
      expect(answers[1]?.body).not.toContain(customer.email)
    }
  })

  test('a change is visible to its caller at once, in the list and on the home page', async () => {
    const part = 'Sample part that is new'
    for (const path of ['/api/product', '/']) expect((await get(path)).body).not.toContain(part)
    const tag = await tagOf('/api/product')
    const admin = await shop.signIn(ADMIN)
    await shop.addProduct(admin, { name: part })
    for (const path of ['/api/product', '/']) expect((await get(path)).body).toContain(part)
    expect((await get('/api/product', { 'If-None-Match': tag ?? '' })).status).toBe(200)
  })
})
