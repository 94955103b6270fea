import { beforeEach, describe, expect, test } from 'vitest'
import { NoAnswerError } from '#kit/db/errors.ts'
import { texts } from '#kit/texts.ts'
import { createPublicCache } from './public-cache.ts'
import { withPublicCache } from './public-cache-handlers.ts'

let changes: number
let readingFails: boolean
let renders: number
let answerWith: () => Promise<Response>
let app: ReturnType<typeof withPublicCache>

beforeEach(() => {
  changes = 0
  readingFails = false
  renders = 0
  answerWith = async () => {
    const headers = { 'X-From': 'app', 'X-Request-Id': 'first', ETag: 'W/"x"' }
    return new Response(`after ${changes}`, { headers })
  }
  const cache = createPublicCache({
    addresses: [
      { path: '/list', parameters: new Set() },
      { path: '/list/:id', parameters: 'any' },
      { path: '/api/list', parameters: new Set() },
    ],
    changes: {
      last: () => (readingFails ? undefined : changes),
      read: async () => {
        if (readingFails) throw new NoAnswerError()
        return changes
      },
      since: () => 'others',
    },
    render: () => {
      renders += 1
      return answerWith()
    },
  })
  app = withPublicCache(cache, () => new Response('uncached'))
})

const get = async (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  app(new Request(`http://localhost${path}`, { headers, method }))

const text = async (path: string): Promise<string> => (await get(path)).text()

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
  expect(renders).toBe(1)
})

test('a matching ETag gets 304 without a body until the content changes', async () => {
  const tag = (await get('/list')).headers.get('etag') ?? ''
  const known = await get('/list', { 'If-None-Match': `"other", ${tag}` })
  expect([known.status, await known.text(), known.headers.get('etag')]).toEqual([304, '', tag])
  changes += 1
  expect((await get('/list', { 'If-None-Match': tag })).status).toBe(200)
})

test('HEAD gets the headers of GET without the body', async () => {
  const whole = await get('/list')
  const head = await get('/list', {}, 'HEAD')
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect([...head.headers]).toEqual([...whole.headers])
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
  expect(await text('/list')).toMatch(/^uncached/)
  expect(renders).toBe(2)
})

test('a refusal for one client is not shared', async () => {
  answerWith = async () => new Response('private', { status: 404, headers: { 'Set-Cookie': 'session=1' } })
  expect(await text('/list/x')).toMatch(/^uncached/)
})

describe('while the database is away', () => {
  const HTML = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'public, max-age=0' }
  const page = (body: string) =>
    new Response(`<html><head></head><body class="x">${body}</body></html>`, { headers: HTML })
  const unavailable = async () => new Response('try again', { status: 503 })

  beforeEach(() => {
    answerWith = async () => page(`after ${changes}`)
  })

  test.each([
    ['the changes cannot be read', () => (readingFails = true)],
    ['a rendering finds it away', () => (answerWith = unavailable)],
  ])('the last page is sent, however old, with a notice at its beginning: %s', async (_when, fail) => {
    const current = await get('/list')
    expect(await current.text()).not.toContain(texts.oldData)
    changes += 1
    fail()
    const old = await get('/list')
    expect(old.status).toBe(200)
    expect(await old.text()).toMatch(
      /^<html><head><\/head><body class="x"><section [^>]+>[^<]+<\/section>after 0</,
    )
    expect(await text('/list')).toContain(texts.oldData)
    expect([old.headers.get('cache-control'), old.headers.get('server-timing')]).toEqual([
      'no-store',
      'old-data',
    ])
    const tag = current.headers.get('etag') ?? ''
    expect((await get('/list', { 'If-None-Match': tag })).status).toBe(200)
    readingFails = false
    answerWith = async () => page(`after ${changes}`)
    const oldTag = old.headers.get('etag') ?? ''
    const again = await get('/list', { 'If-None-Match': oldTag })
    expect([again.status, await again.text()]).toEqual([
      200,
      expect.stringMatching(/<body class="x">after 1</),
    ])
  })

  test('the data of a page are sent unchanged, with the header that says so', async () => {
    answerWith = async () => new Response('the data', { headers: { 'Content-Type': 'text/x-script' } })
    await text('/list')
    changes += 1
    readingFails = true
    const old = await get('/list')
    expect([await old.text(), old.headers.get('server-timing')]).toEqual(['the data', 'old-data'])
  })

  test('calls, pages that are not in memory and other failures are not answered from memory', async () => {
    for (const path of ['/api/list', '/list']) await text(path)
    changes += 1
    readingFails = true
    expect(await text('/api/list')).toMatch(/^uncached/)
    expect(await text('/list/a')).toMatch(/^uncached/)
    readingFails = false
    answerWith = async () => new Response('it broke', { status: 500 })
    expect(await text('/list')).toMatch(/^uncached/)
  })
})
