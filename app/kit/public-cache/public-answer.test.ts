import { beforeEach, expect, test } from 'vitest'
import { createPublicCache } from './public-cache.ts'
import { withPublicCache } from './public-cache-handlers.ts'

let changes: number
let renders: number
let answerWith: () => Promise<Response>
let app: ReturnType<typeof withPublicCache>

beforeEach(() => {
  changes = 0
  renders = 0
  answerWith = async () => {
    const headers = { 'X-From': 'app', 'X-Request-Id': 'first', ETag: 'W/"x"' }
    return new Response(`after ${changes}`, { headers })
  }
  const cache = createPublicCache({
    addresses: [
      { path: '/list', parameters: new Set() },
      { path: '/list/:id', parameters: 'any' },
    ],
    changes: { last: () => changes, read: async () => changes, since: () => 'others' },
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
