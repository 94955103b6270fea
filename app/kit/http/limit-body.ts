import type { MiddlewareHandler } from 'hono'
import { AppError } from './problem.ts'

const LIMIT_BYTES = 100_000

/** How much of what is too large is still taken in and dropped, so that the refusal arrives instead of a cut line. */
const DRAIN_BYTES = 20_000_000

const WITHOUT_BODY = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses bodies over 100 kB (413), announced or not, before anything reads them. */
export const limitBody: MiddlewareHandler = async (c, next) => {
  const { raw } = c.req
  if (WITHOUT_BODY.has(raw.method)) return next()
  const announced = raw.headers.get('content-length')
  if (announced !== null && Number(announced) <= LIMIT_BYTES) return next()
  // Only now: asking for the body makes a stream of what is mostly there in one piece.
  if (!raw.body) return next()
  const chunks = await readUpTo(raw.body, LIMIT_BYTES)
  if (!chunks) throw new AppError('too_large', 'The request is larger than 100 kB. Send less at once.')
  const { url, method, headers } = raw
  c.req.raw = new Request(url, { method, headers, body: Buffer.concat(chunks) })
  return next()
}

/** The whole body when it has at most `limit` bytes; else undefined, with the rest taken in and dropped. */
async function readUpTo(body: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array[] | undefined> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes <= limit) chunks.push(chunk)
    if (bytes > DRAIN_BYTES) break
  }
  return bytes <= limit ? chunks : undefined
}
