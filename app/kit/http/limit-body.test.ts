import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitBody } from './limit-body.ts'
import { answerError, type RequestEnv } from './router.ts'

let url: string
let close: () => Promise<unknown>

beforeAll(async () => {
  const app = new Hono<RequestEnv>()
  app.onError(answerError)
  app.use(limitBody)
  app.post('/', async (c) => c.text(String((await c.req.text()).length)))
  const server = createServer(getRequestListener(app.fetch))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  close = () => new Promise((resolve) => server.close(resolve))
})
afterAll(() => close())

/** A body whose length is not announced. */
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

test.each([0, 1, 100_000])('%i bytes arrive whole, announced or in chunks', async (bytes) => {
  expect(await (await post('x'.repeat(bytes))).text()).toBe(String(bytes))
  expect(await (await post(inChunks(bytes))).text()).toBe(String(bytes))
})

test.each([100_001, 1_000_000, 5_000_000])(
  '%i bytes are refused by an answer, not by a cut line',
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
