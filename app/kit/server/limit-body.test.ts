import { Agent, createServer, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLog } from '#tests/support/open-log.ts'
import { limitBody } from './limit-body.ts'
import { answerError, installRequestBasics, type RequestEnv } from './router.ts'

let url: string
let close: () => Promise<unknown>
const { log, lines } = openLog()
let arrived = 0
let answered = 0

beforeAll(async () => {
  const app = new Hono<RequestEnv>()
  app.onError(answerError)
  app.use(async (_c, next) => {
    arrived += 1
    await next()
    answered += 1
  })
  installRequestBasics(app, log)
  app.post('/', async (c) => c.text(String((await c.req.text()).length)))
  // On a busy machine a connection is idle for longer than the usual five seconds, and closed as the next request comes.
  const server = createServer({ keepAliveTimeout: 60_000 }, getRequestListener(app.fetch))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  close = () => new Promise((resolve) => server.close(resolve))
})
afterAll(() => close())

/** A body without `Content-Length`. */
function inChunks(bytes: number): ReadableStream<Uint8Array> {
  let left = bytes
  return new ReadableStream({
    pull(controller) {
      const size = Math.min(left, 16_384)
      if (size === 0) return controller.close()
      left -= size
      controller.enqueue(new Uint8Array(size).fill(120))
    },
  })
}

const post = (body: BodyInit) =>
  fetch(url, { method: 'POST', body, ...(body instanceof ReadableStream && { duplex: 'half' as const }) })

test.each([0, 1, 100_000])('%i bytes arrive complete, with or without Content-Length', async (bytes) => {
  expect(await (await post('x'.repeat(bytes))).text()).toBe(String(bytes))
  expect(await (await post(inChunks(bytes))).text()).toBe(String(bytes))
})

test.each([
  [30_000_000, 200],
  [50_000_001, 413],
])(
  'of a call that takes 50 MB, %i bytes without Content-Length are answered with %i',
  async (bytes, status) => {
    const app = new Hono<RequestEnv>()
    app.onError(answerError)
    app.post('/', limitBody({ bytes: 50_000_000, size: '50 MB' }), async (c) =>
      c.text(String((await c.req.arrayBuffer()).byteLength)),
    )
    const answer = await app.request('/', {
      method: 'POST',
      body: inChunks(bytes),
      duplex: 'half',
    } as RequestInit)
    expect(answer.status).toBe(status)
    if (status === 200) expect(await answer.text()).toBe(String(bytes))
  },
)

// attack: oversized-request
test.each([100_001, 1_000_000, 5_000_000])(
  '%i bytes are refused with a response, not by closing the connection',
  async (bytes) => {
    for (let round = 0; round < 5; round += 1) {
      const answers = [await post('x'.repeat(bytes)), await post(inChunks(bytes))]
      for (const answer of answers) {
        expect(answer.status).toBe(413)
        expect((await answer.json()).code).toBe('too_large')
      }
    }
  },
)

/** Sends that number of bytes over a connection of the agent, and continues while the response arrives. */
const send = (agent: Agent, bytes: number, method = 'POST') =>
  new Promise<{ status: number | undefined; connection: string | undefined; code: string; reused: boolean }>(
    (resolve, reject) => {
      const headers = { 'Content-Length': bytes }
      const call = request(url, { method, agent, headers }, async (answer) => {
        const text = (await answer.setEncoding('utf8').toArray()).join('')
        const { code } = answer.statusCode === 200 ? { code: text } : JSON.parse(text)
        const { connection } = answer.headers
        resolve({ status: answer.statusCode, connection, code, reused: call.reusedSocket })
      })
      call.on('error', reject)
      call.end(Buffer.alloc(bytes, 120))
    },
  )

// attack: oversized-request
test.each([25_000_000, 60_000_000])(
  'the refusal of %i bytes arrives, and closes its connection',
  async (bytes) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let round = 0; round < 3; round += 1) {
      const refused = { status: 413, connection: 'close', code: 'too_large' }
      expect(await send(agent, bytes)).toMatchObject(refused)
      expect(await send(agent, 10)).toEqual({
        status: 200,
        connection: 'keep-alive',
        code: '10',
        reused: false,
      })
    }
    agent.destroy()
  },
)

test('a connection stays open after its body was read completely', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const refused = { status: 413, connection: 'keep-alive', code: 'too_large' }
  expect(await send(agent, 5_000_000)).toMatchObject(refused)
  expect(await send(agent, 5_000_000, 'OPTIONS')).toMatchObject({ ...refused, reused: true })
  expect(await send(agent, 10)).toMatchObject({ status: 200, reused: true })
  agent.destroy()
})

test('a connection with an endless body is closed soon after the refusal', async () => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(`POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: 900000000\r\n\r\n${'x'.repeat(21_000_000)}`)
  const dripping = setInterval(() => socket.write('x'), 50)
  let answer = ''
  socket.setEncoding('utf8').on('data', (text) => {
    answer += text
  })
  await new Promise<void>((resolve) => {
    socket.on('error', () => resolve()).on('end', () => resolve())
  })
  clearInterval(dripping)
  socket.destroy()
  expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  expect(answer).toMatch(/^connection: close/im)
  expect(answer).toContain('"code":"too_large"')
})

test.each([90_000, 200_000])(
  'a caller who disconnects while sending %i bytes is not logged as a failure',
  async (bytes) => {
    const before = { logged: lines.length, arrived, answered }
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    socket.write(`POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: ${bytes}\r\n\r\n${'x'.repeat(50_000)}`)
    await expect.poll(() => arrived).toBe(before.arrived + 1)
    socket.destroy()
    await expect.poll(() => answered).toBe(before.answered + 1)
    expect(lines.slice(before.logged)).toEqual([])
  },
)
