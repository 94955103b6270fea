import type { MiddlewareHandler } from 'hono'
import { AppError, respondProblem } from './problem.ts'

const LIMIT_BYTES = 100_000

/** How much of what is too large is still taken in and dropped, so that the refusal arrives instead of a cut line. */
const DRAIN_BYTES = 20_000_000

/** For how long more is dropped after the refusal of an even larger body, so that its sender comes to read it. */
const LINGER_MS = 1000

type Body = ReadableStreamDefaultReader<Uint8Array>

/** Refuses bodies over 100 kB (413), announced or not, before anything reads them. */
export const limitBody: MiddlewareHandler = async (c, next) => {
  const { raw } = c.req
  if (raw.method === 'GET' || raw.method === 'HEAD') return next()
  const announced = raw.headers.get('content-length')
  if (announced !== null && Number(announced) <= LIMIT_BYTES) return next()
  // Only now: asking for the body makes a stream of what is mostly there in one piece.
  if (!raw.body) return next()
  const body: Body = raw.body.getReader()
  const { chunks, isWhole } = await readUpTo(body, LIMIT_BYTES)
  if (chunks) {
    const { url, method, headers } = raw
    c.req.raw = new Request(url, { method, headers, body: Buffer.concat(chunks) })
    return next()
  }
  const tooLarge = (headers?: Record<string, string>) =>
    new AppError('too_large', 'The request is larger than 100 kB. Send less at once.', {}, headers)
  if (isWhole) throw tooLarge()
  // What follows of this body cannot be told from a next request, so the connection ends here.
  const refusal = respondProblem(c, tooLarge({ Connection: 'close' }))
  return keepReading(refusal, body)
}

/** The body when it has at most `limit` bytes; what is beyond is taken in and dropped, the whole of it or 20 MB. */
async function readUpTo(body: Body, limit: number): Promise<{ chunks?: Uint8Array[]; isWhole: boolean }> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  while (bytes <= DRAIN_BYTES) {
    const { done, value } = await body.read()
    if (done) return bytes <= limit ? { chunks, isWhole: true } : { isWhole: true }
    bytes += value.length
    if (bytes <= limit) chunks.push(value)
  }
  return { isWhole: false }
}

/**
 * The answer, which arrives at once and ends once the body has, or a second later: closing a connection on which the
 * other side still sends would take the answer back.
 */
async function keepReading(answer: Response, body: Body): Promise<Response> {
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const headers = new Headers(answer.headers)
  headers.set('Content-Length', String(bytes.length))
  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(bytes)
      await dropTheRest(body)
      controller.close()
    },
  })
  return new Response(stream, { status: answer.status, headers })
}

/** Reads until the body ends, its sender has gone, or a second has passed. */
async function dropTheRest(body: Body): Promise<void> {
  const timer = setTimeout(() => body.cancel().catch(() => undefined), LINGER_MS)
  try {
    let isOver = false
    while (!isOver) isOver = (await body.read()).done
  } catch {
    // The caller has left, so nobody reads the answer.
  } finally {
    clearTimeout(timer)
  }
}
