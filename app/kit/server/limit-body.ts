import type { MiddlewareHandler } from 'hono'
import { AppError, respondProblem } from './app-error.ts'

/** The largest body of a call, in bytes and in words. */
interface BodyLimit {
  readonly bytes: number
  readonly size: string
}

/** The limit of calls that take JSON. */
export const USUAL_BODY: BodyLimit = { bytes: 100_000, size: '100 kB' }

/** How much of a body that is too large is read and dropped, so that the refusal arrives before the connection closes. */
const DRAIN_BYTES = 20_000_000

/** How long an even larger body is read after the refusal was sent, so that its sender can read the refusal. */
const LINGER_MS = 1000

type Body = ReadableStreamDefaultReader<Uint8Array>

/** Refuses larger bodies (413), with or without `Content-Length`, before anything reads them. */
export function limitBody({ bytes, size }: BodyLimit): MiddlewareHandler {
  const tooLarge = (headers?: Record<string, string>) =>
    new AppError('too_large', `The request is larger than ${size}. Send less at once.`, {}, headers)
  return async (c, next) => {
    const { raw } = c.req
    if (raw.method === 'GET' || raw.method === 'HEAD') return next()
    const contentLength = raw.headers.get('content-length')
    if (contentLength !== null && Number(contentLength) <= bytes) return next()
    // Not earlier: reading `body` creates a stream.
    if (!raw.body) return next()
    const body: Body = raw.body.getReader()
    const { chunks, isWhole } = await readUpTo(body, bytes)
    if (chunks) {
      const { url, method, headers, signal } = raw
      c.req.raw = new Request(url, { method, headers, signal, body: Buffer.concat(chunks) })
      return next()
    }
    if (isWhole) throw tooLarge()
    // The rest of this body could be taken for a next request, so the connection is closed.
    return keepReading(respondProblem(c, tooLarge({ Connection: 'close' })), body)
  }
}

/** The body when it has at most `limit` bytes; else reads and drops it, up to 20 MB in all or the limit if that is larger. */
async function readUpTo(body: Body, limit: number): Promise<{ chunks?: Uint8Array[]; isWhole: boolean }> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  while (bytes <= Math.max(limit, DRAIN_BYTES)) {
    const { done, value } = await body.read()
    if (done) return bytes <= limit ? { chunks, isWhole: true } : { isWhole: true }
    bytes += value.length
    if (bytes <= limit) chunks.push(value)
  }
  return { isWhole: false }
}

/**
 * A response that is sent immediately and ends with the body, or a second later: closing a connection while the caller
 * still sends would reset it, and the response would be lost.
 */
async function keepReading(response: Response, body: Body): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer())
  const headers = new Headers(response.headers)
  headers.set('Content-Length', String(bytes.length))
  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(bytes)
      await discardRest(body)
      controller.close()
    },
  })
  return new Response(stream, { status: response.status, headers })
}

/** Reads until the body ends, the caller disconnects, or a second has passed. */
async function discardRest(body: Body): Promise<void> {
  const timer = setTimeout(() => body.cancel().catch(() => undefined), LINGER_MS)
  try {
    let isDone = false
    while (!isDone) isDone = (await body.read()).done
  } catch {
    // The caller has disconnected.
  } finally {
    clearTimeout(timer)
  }
}
