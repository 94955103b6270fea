import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createHotPath, type HotPath } from './public-cache.ts'

let version: number
let versionFails: boolean
let renders: string[]
let answerWith: (path: string) => Promise<Response>
let hotPath: HotPath
let url: string
let close: () => Promise<unknown>

beforeEach(async () => {
  version = 1
  versionFails = false
  renders = []
  answerWith = async (path) =>
    new Response(`${path} at ${version}`, { headers: { 'X-From': 'app', ETag: 'W/"x"' } })
  hotPath = createHotPath({
    paths: { '/': ['q'], '/list': [] },
    version: {
      known: () => undefined,
      expire: () => undefined,
      read: async () => {
        if (versionFails) throw new Error('the database is away')
        return version
      },
    },
    render: (path) => {
      renders.push(path)
      return answerWith(path)
    },
  })
  const server = createServer((request, response) => {
    const fallback = () => response.writeHead(203).end('fallback')
    if (!hotPath.answer(request, response, fallback)) fallback()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  close = () => new Promise((resolve) => server.close(resolve))
})
afterEach(() => close())

/** Asks as it stands: Node's fetch would decompress. */
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(url + path, { headers: { 'Accept-Encoding': 'identity', ...headers } })

const text = async (path: string): Promise<string> => (await get(path)).text()

test('renders once for each version, however many ask', async () => {
  expect(await Promise.all(Array.from({ length: 8 }, () => text('/list')))).toEqual(
    Array(8).fill('/list at 1'),
  )
  expect(await text('/list')).toBe('/list at 1')
  expect(renders).toEqual(['/list'])
  version = 2
  expect(await text('/list')).toBe('/list at 2')
  expect(renders).toHaveLength(2)
})

test('parameters that make no difference make no rendering', async () => {
  await text('/?x=1&q=nut')
  await text('/?q=nut&utm=2')
  await text('/list?x=1')
  await text('/list?x=2')
  expect(renders).toEqual(['/?q=nut', '/list'])
})

test('others get the last body while a new one is rendered', async () => {
  await text('/list')
  version = 2
  let finish: (response: Response) => void = () => undefined
  answerWith = () =>
    new Promise((resolve) => {
      finish = resolve
    })
  const first = text('/list')
  await expect.poll(() => renders.length).toBe(2)
  expect(await text('/list')).toBe('/list at 1')
  finish(new Response('/list at 2'))
  expect(await first).toBe('/list at 2')
  expect(await text('/list')).toBe('/list at 2')
  expect(renders).toHaveLength(2)
})

test('sends what the client takes, each encoding with a strong tag of its own', async () => {
  const plain = await get('/list')
  const tag = plain.headers.get('etag') ?? ''
  expect(tag).toMatch(/^"[\w-]+"$/)
  expect([plain.headers.get('x-from'), plain.headers.get('vary')]).toEqual(['app', 'Accept-Encoding'])
  const read = async (encoding: string) => {
    const answer = await fetch(`${url}/list`, { headers: { 'Accept-Encoding': encoding } })
    return {
      body: await answer.text(),
      encoding: answer.headers.get('content-encoding'),
      tag: answer.headers.get('etag'),
    }
  }
  const br = await read('gzip, br')
  const gzip = await read('gzip, br;q=0')
  expect([br.encoding, gzip.encoding]).toEqual(['br', 'gzip'])
  expect([br.body, gzip.body]).toEqual(['/list at 1', '/list at 1'])
  expect(new Set([tag, br.tag, gzip.tag]).size).toBe(3)
})

test('a known tag is answered 304 without a body until the version changes it', async () => {
  const tag = (await get('/list')).headers.get('etag') ?? ''
  const known = await get('/list', { 'If-None-Match': `"other", ${tag}` })
  expect([known.status, await known.text(), known.headers.get('etag')]).toEqual([304, '', tag])
  version = 2
  expect((await get('/list', { 'If-None-Match': tag })).status).toBe(200)
})

const LONG = Array.from({ length: 400 }, (_, place) => `part ${place * place}`).join(', ')

test('what stays the same is compressed better, and who has it already is told so', async () => {
  answerWith = async () => new Response(LONG)
  const sent = async (path: string, headers = {}) => {
    const answer = await get(path, { 'Accept-Encoding': 'br', ...headers })
    return { status: answer.status, tag: answer.headers.get('etag') ?? '', body: await answer.text() }
  }
  const length = async (path: string) =>
    Number((await get(path, { 'Accept-Encoding': 'br' })).headers.get('content-length'))
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const [fast, asked] = [await sent('/list'), await sent('/?q=x')]
  const fastLength = await length('/list')
  await vi.runAllTimersAsync()
  vi.useRealTimers()
  await expect.poll(() => length('/list')).toBeLessThan(fastLength)
  const best = await sent('/list')
  expect([fast.body, best.body]).toEqual([LONG, LONG])
  expect(best.tag).not.toBe(fast.tag)
  expect((await sent('/list', { 'If-None-Match': fast.tag })).status).toBe(304)
  expect(await sent('/?q=x')).toEqual(asked)
  expect(renders).toEqual(['/list', '/?q=x'])
})

test('a warmed path is there, at its smallest, before anyone asks', async () => {
  answerWith = async () => new Response(LONG)
  await hotPath.warm('/list')
  const first = await get('/list', { 'Accept-Encoding': 'br' })
  expect([first.headers.get('etag'), await first.text()]).toEqual([expect.stringMatching(/small/), LONG])
  expect(renders).toEqual(['/list'])
})

test('what is not kept, not found, not GET, or fails goes on to the shop', async () => {
  expect((await get('/other')).status).toBe(203)
  expect((await fetch(`${url}/list`, { method: 'POST' })).status).toBe(203)
  answerWith = async () => new Response('no', { status: 422 })
  expect((await get('/?q=x')).status).toBe(203)
  versionFails = true
  expect((await get('/list')).status).toBe(203)
  expect(renders).toEqual(['/?q=x'])
})
