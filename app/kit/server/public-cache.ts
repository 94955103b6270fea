import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { PublicVersion } from '#kit/db/public-version.ts'
import { publicAnswerSignal } from '#kit/signals.ts'
import { createAnswerStore } from './public-store.ts'

const STALE_MS = 1000
/** What has stayed the same for so long is worth being compressed slowly. */
const REST_MS = 1000
const FAST_QUALITY = 5

type Encoding = 'br' | 'gzip' | 'identity'

/** One body in one encoding, ready to be sent. */
interface Variant {
  readonly hash: string
  readonly body: Uint8Array
  readonly headers: RawHeaders
  /** Of the answer to who has the body already. */
  readonly headersUnchanged: RawHeaders
}

/** Names and values in turn: what Node writes with the least work. */
type RawHeaders = string[]

type Header = [name: string, value: string]

/** What is each answer's or each encoding's own. */
const OWN_HEADERS = ['x-request-id', 'etag', 'content-encoding', 'content-length', 'vary']

/** One answer, in the encodings that were asked for so far. */
interface Entry {
  readonly version: number
  /** Of the body. */
  readonly hash: string
  readonly body: Uint8Array
  readonly headers: Header[]
  readonly variants: Map<Encoding, Variant>
  readonly underWay: Map<Encoding, Promise<Variant>>
  shrinking?: Promise<Variant>
}

/** What may be kept: the path, and the query parameters that make a difference there. All others are dropped. */
export type PublicPaths = Readonly<Record<string, readonly string[]>>

export interface HotPath {
  /** Answers a request from memory when it can: true when it did or will. */
  answer(request: IncomingMessage, response: ServerResponse, fallback: () => void): boolean
  /** Has the answer of a path ready for whoever asks first. */
  warm(path: string): Promise<void>
}

/**
 * Keeps public answers as compressed bytes, one for each version of what is public: rendered once however many ask,
 * and sent before any framework sees the request. While a new one is rendered, others get the last for a second at
 * most. Only answers of status 200 are kept; everything else goes by `fallback`, and so does what fails. They are
 * compressed when somebody asks for that; those without parameters, which most people see, once more as well as can be
 * as soon as nobody waits for them.
 */
export function createHotPath(options: {
  paths: PublicPaths
  version: PublicVersion
  render(path: string): Promise<Response>
}): HotPath {
  const { paths, version, render } = options
  const entries = createAnswerStore<Entry>()
  const rendering = new Map<string, { sinceMs: number; entry: Promise<Entry | undefined> }>()

  const renderOnce = (key: string, wanted: number): Promise<Entry | undefined> => {
    const running = rendering.get(key)
    if (running) return running.entry
    publicAnswerSignal.send('rendering')
    const started = renderEntry(render, key, wanted)
      .then((entry) => {
        if (!entry) return entry
        entries.keep(key, entry)
        const afterRest = () => {
          if (entries.get(key) === entry) shrink(entry).catch(() => undefined)
        }
        if (!key.includes('?')) setTimeout(afterRest, REST_MS).unref()
        return entry
      })
      .finally(() => rendering.delete(key))
    rendering.set(key, { sinceMs: performance.now(), entry: started })
    return started
  }

  const freshEntry = async (key: string): Promise<Entry | undefined> => {
    const wanted = await version.read()
    const entry = entries.get(key)
    if (entry?.version === wanted) {
      publicAnswerSignal.send('memory')
      return entry
    }
    const sinceMs = rendering.get(key)?.sinceMs ?? Number.NEGATIVE_INFINITY
    if (entry && performance.now() - sinceMs < STALE_MS) {
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
    const encoding = encodingFor(request.headers['accept-encoding'])
    const entry = entries.get(key)
    const ready = entry?.version === version.known() ? entry?.variants.get(encoding) : undefined
    if (ready) {
      publicAnswerSignal.send('memory')
      send(request, response, ready)
      return true
    }
    freshEntry(key)
      .then((fresh) => fresh && variantOf(fresh, encoding))
      .then(
        (variant) => (variant ? send(request, response, variant) : fallback()),
        () => fallback(),
      )
    return true
  }

  const warm = async (path: string): Promise<void> => {
    const entry = await freshEntry(path)
    if (entry) await shrink(entry)
  }
  return { answer, warm }
}

/** The path with the parameters that count, sorted; undefined for paths that are not kept. */
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
  const body = new Uint8Array(await response.arrayBuffer())
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  const headers = [...response.headers].filter(([name]) => !OWN_HEADERS.includes(name))
  return { version, hash, body, headers, variants: new Map(), underWay: new Map() }
}

/** The answer in one encoding, compressed once however many ask. */
function variantOf(entry: Entry, encoding: Encoding): Variant | Promise<Variant> {
  const found = entry.variants.get(encoding) ?? entry.underWay.get(encoding)
  if (found) return found
  const making = encode(entry.body, encoding)
    .then((body) => keepVariant(entry, encoding, body, TAG_ENDINGS[encoding]))
    .finally(() => entry.underWay.delete(encoding))
  entry.underWay.set(encoding, making)
  return making
}

// Strong tags are of bytes, so each encoding has its own.
const TAG_ENDINGS: Readonly<Record<Encoding, string>> = { br: '-br', gzip: '-gzip', identity: '' }

async function encode(body: Uint8Array, encoding: Encoding): Promise<Uint8Array> {
  if (encoding === 'identity') return body
  return exactly(encoding === 'br' ? await brotli(body, FAST_QUALITY) : await promisify(gzip)(body))
}

/** Puts a Brotli as small as can be, which takes thirty times as long, in the place of the first; does so once. */
function shrink(entry: Entry): Promise<Variant> {
  entry.shrinking ??= brotli(entry.body, constants.BROTLI_MAX_QUALITY).then((smallest) =>
    keepVariant(entry, 'br', exactly(smallest), '-br-small'),
  )
  return entry.shrinking
}

/** Compresses with a window no larger than the body: by default the highest quality takes 40 MB, which stay with the process. */
const brotli = (body: Uint8Array, quality: number): Promise<Uint8Array> => {
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

/** A copy in memory of its own: what Node compresses lies in blocks of 16 kB, which would all be kept. */
const exactly = (bytes: Uint8Array): Uint8Array => new Uint8Array(bytes)

function keepVariant(entry: Entry, encoding: Encoding, body: Uint8Array, tagEnding: string): Variant {
  const headers: Header[] = [
    ...entry.headers,
    ['etag', `"${entry.hash}${tagEnding}"`],
    ['vary', 'Accept-Encoding'],
  ]
  if (encoding !== 'identity') headers.push(['content-encoding', encoding])
  const variant = {
    hash: entry.hash,
    body,
    headers: [...headers, ['content-length', `${body.length}`]].flat(),
    headersUnchanged: headers.filter(([name]) => name !== 'content-type').flat(),
  }
  entry.variants.set(encoding, variant)
  return variant
}

function send(request: IncomingMessage, response: ServerResponse, variant: Variant): void {
  const wanted = request.headers['if-none-match']
  if (wanted !== undefined && isNamed(wanted, variant))
    response.writeHead(304, variant.headersUnchanged).end()
  else response.writeHead(200, variant.headers).end(variant.body)
}

/** Whoever has the content in any encoding has it. */
const isNamed = (tags: string, { hash }: Variant): boolean => tags.trim() === '*' || tags.includes(`"${hash}`)

function encodingFor(accepted: string | undefined): Encoding {
  if (accepted === undefined) return 'identity'
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted) ? 'gzip' : 'identity'
}
