import { beforeEach, expect, test, vi } from 'vitest'
import { createPublicCache, type PublicCache } from './public-cache.ts'
import { withPublicCache } from './public-cache-handlers.ts'

let version: number
let versionFails: boolean
let renders: string[]
let answerWith: (url: string) => Promise<Response>
let cache: PublicCache
let app: ReturnType<typeof withPublicCache>

beforeEach(() => {
  version = 1
  versionFails = false
  renders = []
  answerWith = async (url) =>
    new Response(`${url} at ${version}`, {
      headers: { 'X-From': 'app', 'X-Request-Id': 'first', ETag: 'W/"x"' },
    })
  cache = createPublicCache({
    addresses: [
      { path: '/', parameters: new Set(['q', 'page']) },
      { path: '/list', parameters: new Set() },
      { path: '/list/:id', parameters: 'any' },
    ],
    version: {
      known: () => (versionFails ? undefined : version),
      read: async () => {
        if (versionFails) throw new Error('the database is unavailable')
        return version
      },
    },
    render: (url) => {
      renders.push(url)
      return answerWith(url)
    },
  })
  app = withPublicCache(cache, (request) => new Response(`uncached ${new URL(request.url).search}`))
})

const get = async (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  app(new Request(`http://localhost${path}`, { headers, method }))

const text = async (path: string): Promise<string> => (await get(path)).text()

const asked = (url: string, method = 'GET') => ({
  method,
  url,
  acceptEncoding: undefined,
  ifNoneMatch: undefined,
})

test('concurrent requests share one rendering for each version', async () => {
  expect(await Promise.all(Array.from({ length: 8 }, () => text('/list')))).toEqual(
    Array(8).fill('/list at 1'),
  )
  expect(await text('/list')).toBe('/list at 1')
  expect(renders).toEqual(['/list'])
  version = 2
  expect(await text('/list')).toBe('/list at 2')
  expect(renders).toHaveLength(2)
})

test('an address with an undeclared parameter is not answered from the cache', async () => {
  expect(await text('/')).toBe('/ at 1')
  expect(await text('/?material=brass')).toBe('uncached ?material=brass')
  expect(await text('/?q=nut&material=brass')).toBe('uncached ?q=nut&material=brass')
  expect(await text('/list?q=nut')).toBe('uncached ?q=nut')
  expect(await text('/?__proto__=x')).toBe('uncached ?__proto__=x')
  expect(renders).toEqual(['/'])
})

test('every declared parameter, value and repetition has its own cached response', async () => {
  const addresses = ['/', '/?q=nut', '/?q=bolt', '/?page=2', '/?q=nut&page=2', '/?q=nut&q=bolt', '/?q=Nut']
  for (const address of addresses) expect(await text(address)).toBe(`${address} at 1`)
  for (const address of addresses) expect(await text(address)).toBe(`${address} at 1`)
  expect(renders).toEqual(addresses)
})

test('every path parameter has its own cached response, with any parameter', async () => {
  const addresses = ['/list/a', '/list/b', '/list/a?material=brass', '/list/a?material=steel', '/list/%61']
  for (const address of [...addresses, ...addresses]) expect(await text(address)).toBe(`${address} at 1`)
  expect(renders).toEqual(addresses)
  expect(cache.lookup(asked('/list/a'))?.status).toBe(200)
  version = 2
  expect(await text('/list/a')).toBe('/list/a at 2')
})

test('a very long address is not answered from the cache', async () => {
  expect(await text(`/list/a?q=${'x'.repeat(2000)}`)).toMatch(/^uncached/)
  expect(renders).toEqual([])
})

test('the refusal of an unknown id is rendered once for its requests, not stored, and never unchanged', async () => {
  answerWith = async () =>
    new Response('unknown', { status: 404, headers: { 'Cache-Control': 'no-store', 'X-From': 'app' } })
  const both = await Promise.all([get('/list/x'), get('/list/x', { 'If-None-Match': '*' })])
  for (const answer of both) {
    expect([answer.status, await answer.text()]).toEqual([404, 'unknown'])
    expect([answer.headers.get('etag'), answer.headers.get('x-from')]).toEqual([null, 'app'])
  }
  expect(renders).toEqual(['/list/x'])
  expect(cache.lookup(asked('/list/x'))).toBeUndefined()
  answerWith = async () => new Response('it is there')
  expect(await text('/list/x')).toBe('it is there')
})

test('a redirect is not stored, whatever the spelling of the address', async () => {
  answerWith = async () => new Response(null, { status: 308, headers: { Location: '/list/a' } })
  const spellings = [
    '/list/A',
    '/List/a',
    '/list//a',
    '//list/a',
    '/list/a/',
    '/list/%61',
    '/list/a%2F',
    '/list/x/../A',
  ]
  for (const spelling of spellings) {
    expect(await text(spelling)).toMatch(/^uncached/)
    expect(cache.lookup(asked(spelling))).toBeUndefined()
  }
  answerWith = async () => new Response('the page')
  expect(await text('/list/a')).toBe('the page')
})

/** Returns the function that finishes the next rendering. */
function holdNextRendering(): (response: Response) => void {
  const { promise, resolve } = Promise.withResolvers<Response>()
  answerWith = () => promise
  return resolve
}

test('other requests get the last response while a new one is rendered', async () => {
  await text('/list')
  version = 2
  const finish = holdNextRendering()
  const first = text('/list')
  await expect.poll(() => renders.length).toBe(2)
  expect(await text('/list')).toBe('/list at 1')
  finish(new Response('/list at 2'))
  expect(await first).toBe('/list at 2')
  expect(await text('/list')).toBe('/list at 2')
  expect(renders).toHaveLength(2)
})

test('no request gets a response that was replaced more than a second ago', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    await text('/list')
    version = 2
    vi.advanceTimersByTime(1001)
    const finish = holdNextRendering()
    const both = [text('/list'), text('/list')]
    await expect.poll(() => renders.length).toBe(2)
    expect(cache.lookup(asked('/list'))).toBeUndefined()
    finish(new Response('/list at 2'))
    expect(await Promise.all(both)).toEqual(['/list at 2', '/list at 2'])
  } finally {
    vi.useRealTimers()
  }
})

test('sends an encoding that the client accepts, each with its own strong ETag', async () => {
  const plain = await get('/list')
  const tag = plain.headers.get('etag') ?? ''
  expect(tag).toMatch(/^"[\w-]+"$/)
  expect(plain.headers.get('x-request-id')).toBeNull()
  expect([plain.headers.get('x-from'), plain.headers.get('vary')]).toEqual(['app', 'Accept-Encoding'])
  const encodingOf = async (accepted: string) => {
    const { headers } = await get('/list', { 'Accept-Encoding': accepted })
    return [headers.get('content-encoding'), headers.get('etag')]
  }
  const br = await encodingOf('gzip, br')
  const gzip = await encodingOf('gzip, br;q=0')
  expect([br[0], gzip[0]]).toEqual(['br', 'gzip'])
  expect(await encodingOf('gzip;q=0, br;q=0.0')).toEqual([null, tag])
  expect(new Set([tag, br[1], gzip[1]]).size).toBe(3)
  expect(renders).toHaveLength(1)
})

test('a matching ETag gets 304 without a body until the content changes', async () => {
  const tag = (await get('/list')).headers.get('etag') ?? ''
  const known = await get('/list', { 'If-None-Match': `"other", ${tag}` })
  expect([known.status, await known.text(), known.headers.get('etag')]).toEqual([304, '', tag])
  version = 2
  expect((await get('/list', { 'If-None-Match': tag })).status).toBe(200)
})

test('HEAD gets the headers of GET without the body', async () => {
  const whole = await get('/list')
  const head = await get('/list', {}, 'HEAD')
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect([...head.headers]).toEqual([...whole.headers])
})

test('lookup returns only responses in memory of the current version', async () => {
  expect(cache.lookup(asked('/list'))).toBeUndefined()
  await text('/list')
  expect(cache.lookup(asked('/list'))?.status).toBe(200)
  expect(cache.lookup(asked('/list', 'POST'))).toBeUndefined()
  expect(cache.lookup({ ...asked('/list'), acceptEncoding: 'br' })).toBeUndefined()
  version = 2
  expect(cache.lookup(asked('/list'))).toBeUndefined()
  await text('/list')
  versionFails = true
  expect(cache.lookup(asked('/list'))).toBeUndefined()
})

test('requests that are not public, not found, not GET, or fail go to the application', async () => {
  expect(await text('/other')).toMatch(/^uncached/)
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    expect(await (await get('/list', {}, method)).text()).toMatch(/^uncached/)
  expect(renders).toEqual([])
  answerWith = async () => new Response('no', { status: 422 })
  expect(await text('/?q=x')).toMatch(/^uncached/)
  answerWith = async () => {
    throw new Error('it broke')
  }
  expect(await text('/?q=y')).toMatch(/^uncached/)
  versionFails = true
  expect(await text('/list')).toMatch(/^uncached/)
  expect(renders).toEqual(['/?q=x', '/?q=y'])
})

test.each([
  ['Set-Cookie', 'session=1'],
  ['Cache-Control', 'private'],
  ['Cache-Control', 'no-store'],
  ['Vary', 'Accept-Encoding, Cookie'],
  ['Vary', 'Authorization'],
  ['Vary', '*'],
])('a response with a header for one client is not shared: %s: %s', async (name, value) => {
  answerWith = async () => new Response('private', { headers: { [name]: value } })
  expect(await text('/list')).toMatch(/^uncached/)
  expect(cache.lookup(asked('/list'))).toBeUndefined()
})

test('a refusal for one client is not shared', async () => {
  answerWith = async () => new Response('private', { status: 404, headers: { 'Set-Cookie': 'session=1' } })
  expect(await text('/list/x')).toMatch(/^uncached/)
})
