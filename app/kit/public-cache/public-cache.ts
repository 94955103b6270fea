import { publicAnswerSignal } from '#kit/signals.ts'
import { type AddressKind, createKindOf, type PublicAddress } from './public-addresses.ts'
import {
  encodedAnswer,
  type PublicAnswer,
  type PublicContent,
  type PublicRequest,
  readContent,
  readyAnswer,
} from './public-answer.ts'
import { createAnswerStore } from './public-store.ts'
import { type PublicVersion, VERSION_CACHED_MS } from './public-version.ts'

/** A second, together with {@link VERSION_CACHED_MS}. */
const STALE_MS = 1000 - VERSION_CACHED_MS

interface Entry extends PublicContent {
  /** The version of the public data before the rendering. */
  readonly version: number
  /** When `version` was last the current one. */
  currentAtMs: number
}

export interface PublicCache {
  /** The response to a request when it is in memory and may be sent. */
  lookup(request: PublicRequest): PublicAnswer | undefined
  /**
   * The response to a request, rendered when it is not in memory. Returns undefined when the address is not public, and
   * resolves to undefined when the response must not be shared or has failed: then the request goes to the application.
   * The response is also a refusal (404), such as that of a path with an unknown id: that is not stored.
   */
  answer(request: PublicRequest): Promise<PublicAnswer | undefined> | undefined
}

/**
 * Caches the responses of public addresses: one for each version of the public data, rendered once for concurrent
 * requests. While a new one is rendered, other requests get the last one, at most a second after it was current.
 *
 * The key is the whole address as requested, so another spelling of it has its own entry, if any. An address with a
 * parameter that its route does not declare is not cached. The response is rendered for a request without headers, so that
 * it cannot contain private data of the caller.
 */
export function createPublicCache(options: {
  addresses: readonly PublicAddress[]
  version: PublicVersion
  render(url: string): Promise<Response>
}): PublicCache {
  const { version, render } = options
  const kindOf = createKindOf(options.addresses)
  const entries = createAnswerStore<Entry>()
  const rendering = new Map<string, Promise<Entry | undefined>>()

  const renderOnce = (url: string, wanted: number, kind: AddressKind): Promise<Entry | undefined> => {
    const running = rendering.get(url)
    if (running) return running
    publicAnswerSignal.send('rendering')
    const currentAtMs = performance.now()
    const started = render(url)
      .then(readContent)
      .then((content) => {
        const entry = content && { ...content, version: wanted, currentAtMs }
        if (entry?.status === 200) entries.keep(url, entry, kind)
        return entry
      })
      .finally(() => rendering.delete(url))
    rendering.set(url, started)
    return started
  }

  /** The entry when it may be sent while `current` is the version. */
  const usable = (url: string, current: number): Entry | undefined => {
    const entry = entries.get(url)
    if (!entry) return undefined
    const now = performance.now()
    const isFresh = entry.version === current
    if (isFresh) entry.currentAtMs = now
    else if (!rendering.has(url) || now - entry.currentAtMs > STALE_MS) return undefined
    publicAnswerSignal.send(isFresh ? 'memory' : 'stale memory')
    return entry
  }

  const renderAnswer = async (
    url: string,
    kind: AddressKind,
    request: PublicRequest,
  ): Promise<PublicAnswer | undefined> => {
    const current = await version.read()
    const entry = usable(url, current) ?? (await renderOnce(url, current, kind))
    return entry && encodedAnswer(entry, request)
  }

  return {
    lookup: (request) => {
      const current = version.known()
      if (current === undefined || !isRead(request)) return undefined
      const entry = usable(request.url, current)
      return entry && readyAnswer(entry, request)
    },
    answer: (request) => {
      if (!isRead(request)) return undefined
      const kind = kindOf(request.url)
      return kind && renderAnswer(request.url, kind, request).catch(() => undefined)
    },
  }
}

const isRead = (request: PublicRequest): request is PublicRequest & { url: string } =>
  request.url !== undefined && (request.method === 'GET' || request.method === 'HEAD')
