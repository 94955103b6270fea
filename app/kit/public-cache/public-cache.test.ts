import { beforeEach, expect, test, vi } from 'vitest'
import { NoAnswerError } from '#kit/db/errors.ts'
import { createPublicCache, type PublicCache } from './public-cache.ts'
import { withPublicCache } from './public-cache-handlers.ts'
import { EVERYTHING, shows, showsUntil } from './shown.ts'

/** The changes, the first with number 1: which tag they touched. */
let changes: { kind: 'frequent' | 'others'; tag: string }[]
let readingFails: boolean
let renders: string[]
let answerWith: (url: string) => Promise<Response>
let cache: PublicCache
let now: number
let app: ReturnType<typeof withPublicCache>

beforeEach(() => {
  now = 1000
  changes = []
  readingFails = false
  renders = []
  answerWith = async (url) => {
    shows(url)
    return new Response(`${url} after ${changes.length}`, {
      headers: { 'X-From': 'app', 'X-Request-Id': 'first', ETag: 'W/"x"' },
    })
  }
  cache = createPublicCache({
    addresses: [
      { path: '/', parameters: new Set(['q', 'page']) },
      { path: '/list', parameters: new Set() },
      { path: '/list/:id', parameters: 'any' },
      { path: '/api/list', parameters: new Set() },
    ],
    changes: {
      last: () => (readingFails ? undefined : changes.length),
      read: async () => {
        if (readingFails) throw new NoAnswerError()
        return changes.length
      },
      since: (number, tags) => {
        const later = changes.slice(number).filter(({ tag }) => tags.includes(tag))
        return later.find(({ kind }) => kind === 'others')?.kind ?? later[0]?.kind
      },
    },
    now: () => now,
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

const change = (tag = EVERYTHING): void => void changes.push({ kind: 'others', tag })

const sell = (tag: string): void => void changes.push({ kind: 'frequent', tag })

const asked = (url: string, method = 'GET') => ({
  method,
  url,
  acceptEncoding: undefined,
  ifNoneMatch: undefined,
})

test('concurrent requests share one rendering after each change', async () => {
  expect(await Promise.all(Array.from({ length: 8 }, () => text('/list')))).toEqual(
    Array(8).fill('/list after 0'),
  )
  expect(await text('/list')).toBe('/list after 0')
  expect(renders).toEqual(['/list'])
  change()
  expect(await text('/list')).toBe('/list after 1')
  expect(renders).toHaveLength(2)
})

test('a change of what others show leaves a page in memory', async () => {
  for (const path of ['/list/a', '/list/b', '/']) await text(path)
  change('/list/a')
  sell('/')
  expect(await text('/list/b')).toBe('/list/b after 0')
  expect(await text('/list/a')).toBe('/list/a after 2')
  expect(await text('/')).toBe('/ after 2')
  change('/list/c')
  for (const path of ['/list/a', '/list/b', '/']) expect(await text(path)).not.toContain('after 3')
  expect(renders).toEqual(['/list/a', '/list/b', '/', '/list/a', '/'])
})

test('what a page shows is what its rendering read, also what it read late and what it read before a change', async () => {
  answerWith = async (url) => {
    shows('early')
    await Promise.resolve()
    const body = new ReadableStream({
      start: async (stream) => {
        await new Promise(setImmediate)
        shows('late')
        stream.enqueue(new TextEncoder().encode(`${url} after ${changes.length}`))
        if (renders.length === 1) change('early')
        stream.close()
      },
    })
    return new Response(body)
  }
  expect(await text('/list')).toBe('/list after 0')
  expect(await text('/list')).toBe('/list after 1')
  expect(await text('/list')).toBe('/list after 1')
  change('late')
  expect(await text('/list')).toBe('/list after 2')
})

test('a page is rendered for the first frequent change, then once in two seconds, however many follow', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    await text('/list')
    sell('/list')
    expect(await text('/list')).toBe('/list after 1')
    for (let count = 2; count <= 40; count += 1) {
      vi.advanceTimersByTime(100)
      sell('/list')
      await text('/list')
    }
    // In 3.9 seconds.
    expect(renders).toHaveLength(4)
    const seconds = (ms: number) => vi.advanceTimersByTime(ms)
    seconds(1800)
    expect(await text('/list')).toBe('/list after 40')
    seconds(60_000)
    sell('/list')
    expect(await text('/list')).toBe('/list after 41')
    sell('/list')
    expect(await text('/list')).toBe('/list after 41')
    change('/list')
    expect(await text('/list')).toBe('/list after 43')
  } finally {
    vi.useRealTimers()
  }
})

test('a call shows each frequent change', async () => {
  await text('/api/list')
  for (const number of [1, 2, 3]) {
    sell('/api/list')
    expect(await text('/api/list')).toBe(`/api/list after ${number}`)
  }
})

test('an address with an undeclared parameter is not answered from the cache', async () => {
  expect(await text('/')).toBe('/ after 0')
  expect(await text('/?material=brass')).toBe('uncached ?material=brass')
  expect(await text('/?q=nut&material=brass')).toBe('uncached ?q=nut&material=brass')
  expect(await text('/list?q=nut')).toBe('uncached ?q=nut')
  expect(await text('/?__proto__=x')).toBe('uncached ?__proto__=x')
  expect(renders).toEqual(['/'])
})

test('every declared parameter, value and repetition has its own cached response', async () => {
  const addresses = ['/', '/?q=nut', '/?q=bolt', '/?page=2', '/?q=nut&page=2', '/?q=nut&q=bolt', '/?q=Nut']
  for (const address of addresses) expect(await text(address)).toBe(`${address} after 0`)
  for (const address of addresses) expect(await text(address)).toBe(`${address} after 0`)
  expect(renders).toEqual(addresses)
})

test('every path parameter has its own cached response, with any parameter', async () => {
  const addresses = ['/list/a', '/list/b', '/list/a?material=brass', '/list/a?material=steel', '/list/%61']
  for (const address of [...addresses, ...addresses]) expect(await text(address)).toBe(`${address} after 0`)
  expect(renders).toEqual(addresses)
  expect(cache.lookup(asked('/list/a'))?.status).toBe(200)
  change()
  expect(await text('/list/a')).toBe('/list/a after 1')
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
  change()
  const finish = holdNextRendering()
  const first = text('/list')
  await expect.poll(() => renders.length).toBe(2)
  expect(await text('/list')).toBe('/list after 0')
  finish(new Response('/list after 1'))
  expect(await first).toBe('/list after 1')
  expect(await text('/list')).toBe('/list after 1')
  expect(renders).toHaveLength(2)
})

test('no request gets a response that was replaced more than a second ago', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    await text('/list')
    change()
    vi.advanceTimersByTime(1001)
    const finish = holdNextRendering()
    const both = [text('/list'), text('/list')]
    await expect.poll(() => renders.length).toBe(2)
    expect(cache.lookup(asked('/list'))).toBeUndefined()
    finish(new Response('/list after 1'))
    expect(await Promise.all(both)).toEqual(['/list after 1', '/list after 1'])
  } finally {
    vi.useRealTimers()
  }
})

test('lookup returns only responses in memory that no change has touched', async () => {
  expect(cache.lookup(asked('/list'))).toBeUndefined()
  await text('/list')
  expect(cache.lookup(asked('/list'))?.status).toBe(200)
  expect(cache.lookup(asked('/list', 'POST'))).toBeUndefined()
  expect(cache.lookup({ ...asked('/list'), acceptEncoding: 'br' })).toBeUndefined()
  change()
  expect(cache.lookup(asked('/list'))).toBeUndefined()
  await text('/list')
  readingFails = true
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
  readingFails = true
  expect(await text('/list')).toMatch(/^uncached/)
  expect(renders).toEqual(['/?q=x', '/?q=y'])
})

test('an answer that holds until a moment is sent before it and rendered again from then on', async () => {
  answerWith = async () => {
    for (const until of [now + 500, now + 100, now + 900]) showsUntil(until)
    return new Response(`at ${now}`)
  }
  expect(await text('/list/1')).toBe('at 1000')
  now = 1099
  expect(cache.lookup(asked('/list/1'))).toBeDefined()
  expect(await text('/list/1')).toBe('at 1000')
  now = 1100
  expect(cache.lookup(asked('/list/1'))).toBeUndefined()
  expect(await text('/list/1')).toBe('at 1100')
  // One that holds for ever is not touched by time.
  answerWith = async () => new Response('for ever')
  await text('/list/2')
  now = Number.MAX_SAFE_INTEGER
  expect(cache.lookup(asked('/list/2'))).toBeDefined()
})
