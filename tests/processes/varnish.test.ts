import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { freePort } from '../support/running-shop.ts'
import { createVarnish, isHit } from '../support/varnish.ts'

/** A process of the shop, for what the cache does. */
interface Process {
  readonly port: number
  readonly name: string
  start(): Promise<void>
  stop(): Promise<void>
}

const PUBLIC = {
  'Cache-Control': 'public, max-age=0, s-maxage=3600, stale-while-revalidate=60, stale-if-error=86400',
  xkey: 'shop product-1 catalogue',
}

const cleanUp = new AsyncDisposableStack()
const varnish = cleanUp.use(await createVarnish())
/** The requests that arrived, by process. */
let requests: string[]
let answer: (request: IncomingMessage, response: ServerResponse, name: string) => void
let processes: readonly [Process, Process]
let paths = 0

/** An address that no other test has. */
const newPath = (): string => {
  paths += 1
  return `/page-${paths}`
}

async function createProcess(name: string): Promise<Process> {
  const port = await freePort()
  const server = createServer((request, response) => {
    if (request.url === '/healthz') return response.end('ok')
    requests.push(`${request.method} ${request.url}`)
    request.resume().once('end', () => answer(request, response, name))
  })
  const start = async () => {
    if (server.listening) return
    await once(server.listen(port, '127.0.0.1'), 'listening')
  }
  const stop = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  await start()
  cleanUp.defer(stop)
  return { port, name, start, stop }
}

const send = (path: string, init: RequestInit = {}) =>
  fetch(varnish.url + path, { redirect: 'manual', ...init })

/** Whether the second of two equal requests is answered without the shop. */
async function isKept(path: string, init?: RequestInit): Promise<boolean> {
  await (await send(path, init)).text()
  const second = await send(path, init)
  await second.text()
  return isHit(second)
}

const purge = (tags: string, headers: Record<string, string> = {}) =>
  send('/', { method: 'PURGE', headers: { 'xkey-purge': tags, ...headers } })

beforeAll(async () => {
  requests = []
  processes = [await createProcess('one'), await createProcess('two')]
  await varnish.start([processes[0].port, processes[1].port], 1)
})
afterAll(() => cleanUp.disposeAsync())

beforeEach(async () => {
  for (const { start } of processes) await start()
  requests = []
  answer = (_, response) => response.writeHead(200, PUBLIC).end('a page')
})

describe('Varnish with docs/varnish.vcl', { timeout: 90_000 }, () => {
  test('keeps a public answer for everyone, with a cookie or without, and browsers ask each time', async () => {
    const path = newPath()
    await (await send(path, { headers: { Cookie: 'a=1' } })).text()
    for (const cookie of ['', 'b=2']) {
      const found = await send(path, { headers: { Cookie: cookie } })
      expect([isHit(found), await found.text()]).toEqual([true, 'a page'])
      expect(found.headers.get('cache-control')).toBe('public, max-age=0, stale-if-error=86400')
      expect(found.headers.has('xkey')).toBe(false)
    }
    expect(isHit(await send(path, { method: 'HEAD' }))).toBe(true)
    expect(requests).toEqual([`GET ${path}`])
  })

  test('keeps pictures and files whose content is in their address', async () => {
    answer = (_, response) =>
      response.writeHead(200, { 'Cache-Control': 'public, max-age=31536000, immutable' }).end('a picture')
    const path = newPath()
    expect(await isKept(path)).toBe(true)
    expect((await send(path)).headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  })

  // attack: cache-in-front
  test('keeps two copies of a picture, however visitors word what they accept', async () => {
    answer = ({ headers }, response) =>
      response
        .writeHead(200, { 'Cache-Control': 'public, max-age=31536000, immutable', Vary: 'Accept' })
        .end(headers.accept)
    const path = `/images${newPath()}`
    const received = async (Accept: string) => (await send(path, { headers: { Accept } })).text()
    for (const accepted of ['image/avif,image/webp,*/*', 'text/html, IMAGE/AVIF;q=0.8'])
      expect([accepted, await received(accepted)]).toEqual([accepted, 'image/avif'])
    for (const accepted of ['image/webp, image/x-1', 'image/avif;q=0, */*', 'image/avif; q=0.0', '*/*'])
      expect([accepted, await received(accepted)]).toEqual([accepted, 'image/webp'])
    expect(requests).toHaveLength(2)
  })

  // attack: cache-in-front
  test.each([
    ['is private', 200, { 'Cache-Control': 'no-store' }],
    ['says nothing', 200, {}],
    ['has to be asked for each time', 200, { 'Cache-Control': 'no-cache' }],
    ['is for browsers only', 200, { 'Cache-Control': 'public, max-age=3600' }],
    ['is private and says how long', 200, { 'Cache-Control': 'private, s-maxage=60' }],
    ['sets a cookie', 200, { ...PUBLIC, 'Set-Cookie': 'session=1' }],
    ['is a refusal', 404, { 'Cache-Control': 'no-store' }],
    ['is a redirect', 308, { Location: '/' }],
    ['is an error', 500, {}],
  ])('keeps no answer that %s', async (_, status, headers) => {
    answer = (_request, response) => response.writeHead(status, headers).end()
    const path = newPath()
    expect([await isKept(path), await isKept(path, { headers: { Cookie: 'a=1' } })]).toEqual([false, false])
    // The next one may be kept.
    if (status >= 500) return
    answer = (_request, response) => response.writeHead(200, PUBLIC).end()
    expect(await isKept(path)).toBe(true)
  })

  // attack: cache-in-front
  test('keeps nothing that was asked for with a token, and sends nothing that it has to such a caller', async () => {
    const path = newPath()
    const headers = { Authorization: 'Bearer x' }
    expect(await isKept(path, { headers })).toBe(false)
    expect(await isKept(path)).toBe(true)
    expect(isHit(await send(path, { headers }))).toBe(false)
  })

  // attack: cache-in-front
  test('two callers who ask for the same private address at once each get their own answer', async () => {
    answer = (request, response) =>
      void pause(300).then(() =>
        response.writeHead(200, { 'Cache-Control': 'no-store' }).end(request.headers.cookie),
      )
    const path = newPath()
    const names = ['ada', 'bob', 'eve', 'joe']
    const bodies = names.map(async (Cookie) => (await send(path, { headers: { Cookie } })).text())
    expect(await Promise.all(bodies)).toEqual(names)
  })

  test('forgets the answers with a tag, and all of them', async () => {
    const [one, other] = [newPath(), newPath()]
    answer = ({ url }, response) =>
      response
        .writeHead(200, { ...PUBLIC, xkey: url === one ? 'shop product-1 catalogue' : 'shop product-2' })
        .end()
    expect([await isKept(one), await isKept(other)]).toEqual([true, true])
    expect((await purge('product-1 product-3')).status).toBe(200)
    expect([isHit(await send(other)), isHit(await send(one))]).toEqual([true, false])
    expect((await purge('shop')).status).toBe(200)
    expect([isHit(await send(other)), isHit(await send(one))]).toEqual([false, false])
  })

  // attack: cache-in-front
  test('a visitor cannot purge anything, also through a proxy on this machine', async () => {
    const path = newPath()
    expect(await isKept(path)).toBe(true)
    const { status } = await purge('shop', { 'X-Forwarded-For': '203.0.113.7' })
    expect([status, isHit(await send(path))]).toEqual([405, true])
  })

  test('does not keep an answer for which it waited so long that its purge may have been repeated', async () => {
    answer = (_, response) => void pause(700).then(() => response.writeHead(200, PUBLIC).end('slow'))
    const path = newPath()
    expect(await isKept(path)).toBe(false)
    answer = (_, response) => response.writeHead(200, PUBLIC).end('quick')
    expect(await isKept(path)).toBe(true)
  })

  test('tells the shop the address of the caller', async () => {
    answer = ({ headers }, response) => response.end(headers['x-forwarded-for'])
    const headers = { 'X-Forwarded-For': '203.0.113.7' }
    for (const method of ['GET', 'POST'])
      expect(await (await send(newPath(), { method, headers })).text()).toBe('203.0.113.7, 127.0.0.1')
  })

  test('passes an upload of 50 MB on', async () => {
    answer = ({ headers }, response) => response.end(headers['content-length'])
    const body = Buffer.alloc(50_000_000)
    expect(await (await send('/api/import', { method: 'POST', body })).text()).toBe('50000000')
  })

  test('finds the files of both releases while two run', async () => {
    answer = (_, response, name) => response.writeHead(name === 'one' ? 200 : 404).end()
    for (const _round of [1, 2, 3, 4]) expect((await send(`/assets${newPath()}.js`)).status).toBe(200)
    answer = (_, response) => response.writeHead(404).end()
    expect((await send(`/assets${newPath()}.js`)).status).toBe(404)
  })

  test('asks the other process when one has ended, and sends nothing twice that may have changed something', async () => {
    const dropped = newPath()
    answer = (request, response, name) =>
      name === 'one' ? request.socket.destroy() : response.writeHead(200, PUBLIC).end()
    for (const _round of [1, 2]) expect((await send(newPath())).status).toBe(200)
    const statuses = []
    // Varnish takes the processes in turn, also for what it still fetches of the test before. What has no body it sends again to
    // the same process when a connection of before ends without an answer.
    for (const _round of [1, 2, 3, 4])
      statuses.push((await send(dropped, { method: 'POST', body: 'an order' })).status)
    expect(new Set(statuses)).toEqual(new Set([200, 503]))
    expect(requests.filter((request) => request === `POST ${dropped}`)).toHaveLength(4)
  })

  test.each(['text/html; charset=utf-8', 'text/x-script', 'application/json'])(
    'asks the other process when one ends in the middle of %s',
    async (type) => {
      answer = (request, response, name) => {
        response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' })
        if (name === 'one') response.write('half', () => request.socket.destroy())
        else response.end('whole')
      }
      for (const _round of [1, 2, 3, 4]) expect(await (await send(newPath())).text()).toBe('whole')
      expect(requests.length).toBeGreaterThan(4)
    },
  )

  test.each([
    ['does not answer', true],
    ['answers with errors', false],
  ])('sends what it has, however old, while the shop %s, and says so else', async (_, isAway) => {
    const path = newPath()
    answer = (_request, response) =>
      response.writeHead(200, { ...PUBLIC, 'Cache-Control': 'public, max-age=0, s-maxage=2' }).end('old')
    await (await send(path)).text()
    expect(isHit(await send(path))).toBe(true)
    if (isAway) for (const { stop } of processes) await stop()
    else answer = (_request, response) => response.writeHead(503, { 'Cache-Control': 'no-store' }).end('away')
    // After s-maxage and the second of stale-while-revalidate.
    await pause(3500)
    for (const _round of [1, 2]) {
      const found = await send(path)
      expect([found.status, await found.text()]).toEqual([200, 'old'])
    }
    const unknown = await send(newPath())
    expect([unknown.status, unknown.headers.get('cache-control')]).toEqual([503, 'no-store'])
    if (isAway) for (const { start } of processes) await start()
    answer = (_request, response) => response.writeHead(200, PUBLIC).end('new')
    await expect.poll(async () => (await send(path)).text()).toBe('new')
  })
})
