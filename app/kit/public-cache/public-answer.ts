import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { OLD_DATA, OLD_DATA_NOTICE } from '#kit/browser/old-data.ts'
import { NoAnswerError } from '#kit/db/errors.ts'

/** A tenth of the time of the default quality, 11, for a tenth more bytes. */
const BROTLI_QUALITY = 5

type Encoding = 'br' | 'gzip' | 'identity'

const UNAVAILABLE = 503

/** Headers that are set for each encoding, each request or by the cache. */
const OWN_HEADERS = ['x-request-id', 'etag', 'content-encoding', 'content-length', 'vary', 'cache-control']

/** The parts of a request that a response from memory depends on. */
export interface PublicRequest {
  readonly method: string | undefined
  /** Path and query. */
  readonly url: string | undefined
  readonly acceptEncoding: string | undefined
  readonly ifNoneMatch: string | undefined
}

/** A response that is ready to be sent. */
export interface PublicAnswer {
  readonly status: 200 | 304 | 404
  readonly headers: Record<string, string>
  readonly body: Uint8Array<ArrayBuffer> | null
}

/** One content in one encoding: the full response, and the 304 for a client that has the content; a refusal has none. */
interface Variant {
  readonly whole: PublicAnswer
  readonly unchanged: PublicAnswer | undefined
}

/** A content, and its encodings requested so far. */
export interface PublicContent {
  readonly status: 200 | 404
  readonly hash: string
  readonly body: Uint8Array<ArrayBuffer>
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly variants: Map<Encoding, Variant>
  /** Those that are being compressed. */
  readonly pending: Map<Encoding, Promise<Variant>>
}

/**
 * Reads a rendered page, or the refusal of an unknown one; undefined when it must not be shared. Throws when the rendering
 * found the database away.
 */
export async function readContent(response: Response): Promise<PublicContent | undefined> {
  const { status } = response
  if (status === UNAVAILABLE) throw new NoAnswerError('a rendering had no answer from the database')
  if ((status !== 200 && status !== 404) || !isShareable(response)) return undefined
  const body = new Uint8Array(await response.arrayBuffer())
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  const headers = [...response.headers].filter(([name]) => !OWN_HEADERS.includes(name))
  return { status, hash, body, headers, variants: new Map(), pending: new Map() }
}

/** The same content for the time in which the database is away: a page says that it may be old. Nobody stores it. */
export function oldContent({ status, hash, body, headers }: PublicContent): PublicContent {
  const isPage = headers.some(([name, value]) => name === 'content-type' && value.startsWith('text/html'))
  return {
    status,
    // Later the browser must not take the current page for this one.
    hash: `old-${hash}`,
    body: isPage ? withNotice(body) : body,
    headers: [
      ...headers.filter(([name]) => name !== 'cache-control'),
      ['cache-control', 'no-store'],
      ['server-timing', OLD_DATA],
    ],
    variants: new Map(),
    pending: new Map(),
  }
}

function withNotice(body: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const html = Buffer.from(body.buffer)
  const start = html.indexOf('>', html.indexOf('<body')) + 1
  return new Uint8Array(
    Buffer.concat([html.subarray(0, start), Buffer.from(OLD_DATA_NOTICE), html.subarray(start)]),
  )
}

const isShareable = ({ status, headers }: Response): boolean =>
  !headers.has('Set-Cookie') &&
  // The refusal of an unknown page is sent to the requests that wait for it, and not stored.
  !(status === 404 ? /\bprivate\b/ : /\b(?:private|no-store)\b/).test(headers.get('Cache-Control') ?? '') &&
  !/\*|\bcookie\b|\bauthorization\b/i.test(headers.get('Vary') ?? '')

/** The response to a request when its encoding is in memory. */
export function readyAnswer(content: PublicContent, request: PublicRequest): PublicAnswer | undefined {
  const variant = content.variants.get(acceptedEncoding(request.acceptEncoding))
  return variant && choose(variant, content, request)
}

/** The response to a request; concurrent requests share one compression. */
export async function encodedAnswer(content: PublicContent, request: PublicRequest): Promise<PublicAnswer> {
  const encoding = acceptedEncoding(request.acceptEncoding)
  const { variants, pending } = content
  const found = variants.get(encoding) ?? pending.get(encoding)
  if (found) return choose(await found, content, request)
  const started = encode(content.body, encoding)
    .then((body) => {
      const variant = variantOf(content, encoding, body)
      variants.set(encoding, variant)
      return variant
    })
    .finally(() => pending.delete(encoding))
  pending.set(encoding, started)
  return choose(await started, content, request)
}

/** A client that has the content in any encoding gets the 304. */
function choose(
  { whole, unchanged }: Variant,
  { hash }: PublicContent,
  { ifNoneMatch }: PublicRequest,
): PublicAnswer {
  const isUnchanged =
    ifNoneMatch !== undefined && (ifNoneMatch.trim() === '*' || ifNoneMatch.includes(`"${hash}`))
  return isUnchanged && unchanged ? unchanged : whole
}

function acceptedEncoding(accepted: string | undefined): Encoding {
  if (accepted === undefined) return 'identity'
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted) ? 'gzip' : 'identity'
}

async function encode(body: Uint8Array<ArrayBuffer>, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  if (encoding === 'identity') return body
  const compressed = await (encoding === 'br' ? brotli(body) : promisify(gzip)(body))
  // A copy of the exact size: the result of Node is a view of 16 kB blocks, which would stay in memory.
  return new Uint8Array(compressed)
}

const brotli = (body: Uint8Array): Promise<Uint8Array> =>
  promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })

/** Strong ETags identify bytes, so each encoding has its own. */
function variantOf(content: PublicContent, encoding: Encoding, body: Uint8Array<ArrayBuffer>): Variant {
  const { status, hash } = content
  const headers: Record<string, string> = {
    ...Object.fromEntries(content.headers),
    ...(status === 200 && { etag: encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"` }),
    vary: 'Accept-Encoding',
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  }
  const { 'content-type': _type, ...unchanged } = headers
  return {
    whole: { status, headers: { ...headers, 'content-length': `${body.length}` }, body },
    unchanged: status === 200 ? { status: 304, headers: unchanged, body: null } : undefined,
  }
}
