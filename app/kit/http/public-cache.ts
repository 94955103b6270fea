import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { PublicVersion } from '#kit/db/public-version.ts'
import { publicAnswerSignal } from '#kit/signals.ts'

const BUDGET_BYTES = 24_000_000
const STALE_MS = 1000
/** What has stayed the same for so long is worth being compressed slowly. */
const REST_MS = 1000
const FAST_QUALITY = 5

type Encoding = 'br' | 'gzip' | 'identity'

/** One body in one encoding, ready to be sent. */
interface Variant {
  readonly body: Buffer
  readonly headers: RawHeaders
  /** Of the answer to who has the body already. */
  readonly headersUnchanged: RawHeaders
}

/** Names and values in turn: what Node writes with the least work. */
type RawHeaders = string[]

type Header = [name: string, value: string]

/** What is each answer's or each encoding's own. */
const OWN_HEADERS = ['x-request-id', 'etag', 'content-encoding', 'content-length', 'vary']

interface Entry {
  readonly version: number
  readonly hash: string
  readonly common: Header[]
  readonly variants: Record<Encoding, Variant>
  readonly bytes: number
}

/** What may be kept: the path, and the query parameters that make a difference there. All others are dropped. */
export type PublicPaths = Readonly<Record<string, readonly string[]>>

export interface HotPath {
  /** Answers a request from memory when it can: true when it did or will. */
  answer(request: IncomingMessage, response: ServerResponse, fallback: () => void): boolean
  /** Has the answer of a path ready for whoever asks first. */
  warm(path: string): Promise<void>
}

/** Compresses with a window no larger than the body: by default the highest quality takes 40 MB, which stay with the process. */
const brotli = (body: Buffer, quality: number): Promise<Buffer> => {
  const { BROTLI_MIN_WINDOW_BITS, BROTLI_MAX_WINDOW_BITS } = constants
  const bits = Math.ceil(Math.log2(body.length + 16))
  return promisify(brotliCompress)(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      [constants.BROTLI_PARAM_LGWIN]: Math.min(
        Math.max(bits, BROTLI_MIN_WINDOW_BITS),
        BROTLI_MAX_WINDOW_BITS,
      ),
    },
  })
}

/**
 * Keeps public answers as compressed bytes, one for each version of what is public: rendered once however many ask,
 * and sent before any framework sees the request. While a new one is rendered, others get the last for a second at
 * most. Only answers of status 200 are kept; everything else goes by `fallback`, and so does what fails. Those
 * without parameters, which most people see, are compressed as well as can be as soon as nobody waits for them.
 */
export function createHotPath(options: {
  paths: PublicPaths
  version: PublicVersion
  render(path: string): Promise<Response>
}): HotPath {
  const { paths, version, render } = options
  const entries = createStore()
  const rendering = new Map<string, Promise<Entry | undefined>>()
  const staleSince = new Map<string, number>()

  const renderOnce = (key: string, wanted: number): Promise<Entry | undefined> => {
    const running = rendering.get(key)
    if (running) return running
    publicAnswerSignal.send('rendering')
    staleSince.set(key, performance.now())
    const started = renderEntry(render, key, wanted)
      .then((entry) => {
        if (!entry) return entry
        entries.keep(key, entry)
        const afterRest = () => entries.shrink(key, entry).catch(() => undefined)
        if (!key.includes('?')) setTimeout(afterRest, REST_MS).unref()
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

  const answer: HotPath['answer'] = (request, response, fallback) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    const asked = request.url ?? '/'
    // Most ask in just the words that a key has.
    const key = entries.has(asked) ? asked : keyOf(asked, paths)
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

  const warm = async (path: string): Promise<void> => {
    const entry = await freshEntry(path)
    if (entry) await entries.shrink(path, entry)
  }
  return { answer, warm }
}

/** What was kept longest ago gives way. */
function createStore() {
  const entries = new Map<string, Entry>()
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
  /** Puts the same answer, compressed slowly, in the place of one that is still there. */
  const shrink = async (key: string, entry: Entry): Promise<void> => {
    if (entries.get(key) !== entry) return
    const smallest = await smallestOf(entry)
    if (entries.get(key) === entry) keep(key, smallest)
  }
  return {
    has: (key: string) => entries.has(key),
    get: (key: string) => entries.get(key),
    keep,
    shrink,
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
  const [br, gzipped] = await Promise.all([brotli(body, FAST_QUALITY), promisify(gzip)(body)])
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  const common = [...response.headers].filter(([name]) => !OWN_HEADERS.includes(name))
  // Strong tags are of bytes, so each encoding has its own.
  const variants = {
    br: toVariant(common, br, 'br', `"${hash}-br"`),
    gzip: toVariant(common, gzipped, 'gzip', `"${hash}-gzip"`),
    identity: toVariant(common, body, 'identity', `"${hash}"`),
  }
  return { version, hash, common, variants, bytes: br.length + gzipped.length + body.length }
}

/** The same answer with its Brotli as small as can be, which takes thirty times as long. */
async function smallestOf(entry: Entry): Promise<Entry> {
  const { hash, common, variants } = entry
  const body = await brotli(variants.identity.body, constants.BROTLI_MAX_QUALITY)
  const br = toVariant(common, body, 'br', `"${hash}-br-small"`)
  const bytes = entry.bytes + body.length - variants.br.body.length
  return { ...entry, variants: { ...variants, br }, bytes }
}

function toVariant(common: Header[], body: Buffer, encoding: Encoding, etag: string): Variant {
  const headers: Header[] = [...common, ['etag', etag], ['vary', 'Accept-Encoding']]
  if (encoding !== 'identity') headers.push(['content-encoding', encoding])
  return {
    body,
    headers: [...headers, ['content-length', `${body.length}`]].flat(),
    headersUnchanged: headers.filter(([name]) => name !== 'content-type').flat(),
  }
}

function send(request: IncomingMessage, response: ServerResponse, entry: Entry): void {
  const asked = request.headers
  const variant = entry.variants[encodingFor(asked['accept-encoding'])]
  const wanted = asked['if-none-match']
  if (wanted !== undefined && isNamed(wanted, entry)) response.writeHead(304, variant.headersUnchanged).end()
  else response.writeHead(200, variant.headers).end(variant.body)
}

/** Whoever has the content in any encoding has it. */
const isNamed = (tags: string, { hash }: Entry): boolean => tags.trim() === '*' || tags.includes(`"${hash}`)

function encodingFor(accepted: string | undefined): Encoding {
  if (accepted === undefined) return 'identity'
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted) ? 'gzip' : 'identity'
}
