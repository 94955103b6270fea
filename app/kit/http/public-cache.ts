import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { PublicVersion } from '#kit/db/public-version.ts'
import { publicAnswerSignal } from '#kit/signals.ts'

const BUDGET_BYTES = 24_000_000
const STALE_MS = 1000
const ENCODINGS = ['br', 'gzip', 'identity'] as const

type Encoding = (typeof ENCODINGS)[number]

/** One body in one encoding, ready to be sent. */
interface Variant {
  readonly body: Buffer
  readonly etag: string
  readonly headers: Record<string, string | number>
}

interface Entry {
  readonly version: number
  readonly variants: Record<Encoding, Variant>
  readonly bytes: number
}

/** What may be kept: the path, and the query parameters that make a difference there. All others are dropped. */
export type PublicPaths = Readonly<Record<string, readonly string[]>>

/** Answers a request from memory when it can: true when it did or will. */
export type HotPath = (request: IncomingMessage, response: ServerResponse, fallback: () => void) => boolean

const compressors: Record<Exclude<Encoding, 'identity'>, (body: Buffer) => Promise<Buffer>> = {
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body) => promisify(gzip)(body, { level: 6 }),
}

/**
 * Keeps public answers as compressed bytes, one for each version of what is public: rendered once however many ask,
 * and sent before any framework sees the request. While a new one is rendered, others get the last for a second at
 * most. Only answers of status 200 are kept; everything else goes by `fallback`, and so does what fails.
 */
export function createHotPath(options: {
  paths: PublicPaths
  version: PublicVersion
  render(path: string): Promise<Response>
}): HotPath {
  const { paths, version, render } = options
  const entries = new Map<string, Entry>()
  const rendering = new Map<string, Promise<Entry | undefined>>()
  const staleSince = new Map<string, number>()
  let totalBytes = 0

  const keep = (key: string, entry: Entry): void => {
    totalBytes += entry.bytes - (entries.get(key)?.bytes ?? 0)
    entries.delete(key)
    entries.set(key, entry)
    for (const [oldest, { bytes }] of entries) {
      if (totalBytes <= BUDGET_BYTES) break
      entries.delete(oldest)
      totalBytes -= bytes
    }
  }

  const renderOnce = (key: string, wanted: number): Promise<Entry | undefined> => {
    const running = rendering.get(key)
    if (running) return running
    publicAnswerSignal.send('rendering')
    staleSince.set(key, performance.now())
    const started = renderEntry(render, key, wanted)
      .then((entry) => {
        if (entry) keep(key, entry)
        return entry
      })
      .finally(() => {
        rendering.delete(key)
        staleSince.delete(key)
      })
    rendering.set(key, started)
    return started
  }

  const freshEntry = async (key: string): Promise<Entry | undefined> => {
    const wanted = await version.read()
    const entry = entries.get(key)
    if (entry?.version === wanted) {
      publicAnswerSignal.send('memory')
      return entry
    }
    const stale = performance.now() - (staleSince.get(key) ?? Number.NEGATIVE_INFINITY)
    if (entry && stale < STALE_MS) {
      publicAnswerSignal.send('stale memory')
      return entry
    }
    return renderOnce(key, wanted)
  }

  return (request, response, fallback) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    const key = keyOf(request.url ?? '/', paths)
    if (key === undefined) return false
    const entry = entries.get(key)
    if (entry && entry.version === version.known()) {
      publicAnswerSignal.send('memory')
      send(request, response, entry)
      return true
    }
    freshEntry(key).then(
      (fresh) => (fresh ? send(request, response, fresh) : fallback()),
      () => fallback(),
    )
    return true
  }
}

/** The path with the parameters that count, in one order; undefined for paths that are not kept. */
function keyOf(url: string, paths: PublicPaths): string | undefined {
  const mark = url.indexOf('?')
  const path = mark === -1 ? url : url.slice(0, mark)
  const names = Object.hasOwn(paths, path) ? paths[path] : undefined
  if (!names) return undefined
  if (mark === -1) return path
  const given = new URLSearchParams(url.slice(mark + 1))
  const kept = new URLSearchParams()
  for (const name of names) {
    const value = given.get(name)
    if (value !== null) kept.set(name, value)
  }
  return kept.size === 0 ? path : `${path}?${kept}`
}

async function renderEntry(
  render: (path: string) => Promise<Response>,
  key: string,
  version: number,
): Promise<Entry | undefined> {
  const response = await render(key)
  if (response.status !== 200) return undefined
  const body = Buffer.from(await response.arrayBuffer())
  const [br, gzipped] = await Promise.all([compressors.br(body), compressors.gzip(body)])
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  const bodies: Record<Encoding, Buffer> = { br, gzip: gzipped, identity: body }
  const variants = Object.fromEntries(
    ENCODINGS.map((encoding) => [encoding, toVariant(response, encoding, bodies[encoding], hash)]),
  ) as Record<Encoding, Variant>
  return { version, variants, bytes: br.length + gzipped.length + body.length }
}

function toVariant(response: Response, encoding: Encoding, body: Buffer, hash: string): Variant {
  // Strong tags are of bytes, so each encoding has its own.
  const etag = encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`
  const headers: Record<string, string | number> = {}
  for (const [name, value] of response.headers) {
    if (name !== 'x-request-id' && name !== 'etag' && name !== 'content-encoding') headers[name] = value
  }
  headers.etag = etag
  headers.vary = 'Accept-Encoding'
  headers['content-length'] = body.length
  if (encoding !== 'identity') headers['content-encoding'] = encoding
  return { body, etag, headers }
}

function send(request: IncomingMessage, response: ServerResponse, entry: Entry): void {
  const variant = entry.variants[encodingFor(request.headers['accept-encoding'])]
  const wanted = request.headers['if-none-match']
  if (wanted !== undefined && isNamed(wanted, entry)) {
    const { 'content-length': _length, 'content-type': _type, ...headers } = variant.headers
    response.writeHead(304, headers).end()
    return
  }
  response.writeHead(200, variant.headers).end(variant.body)
}

const isNamed = (tags: string, entry: Entry): boolean =>
  tags.trim() === '*' || ENCODINGS.some((encoding) => tags.includes(entry.variants[encoding].etag))

function encodingFor(accepted: string | undefined): Encoding {
  if (accepted === undefined) return 'identity'
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted) ? 'gzip' : 'identity'
}
