import { type PublicVersion, VERSION_CACHED_MS } from '#kit/db/public-version.ts'
import { publicAnswerSignal } from '#kit/signals.ts'
import type { PublicAddresses } from './public-addresses.ts'
import {
  encodedAnswer,
  type PublicAnswer,
  type PublicContent,
  type PublicRequest,
  readContent,
  readyAnswer,
} from './public-answer.ts'
import { createAnswerStore } from './public-store.ts'

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
   */
  answer(request: PublicRequest): Promise<PublicAnswer | undefined> | undefined
}

/**
 * Caches the responses of public addresses: one for each version of the public data, rendered once for concurrent
 * requests. While a new one is rendered, other requests get the last one, at most a second after it was current.
 *
 * The key is the whole address; an address with a parameter that its route does not declare is not cached. The response is
 * rendered for a request without headers, so that it cannot contain private data of the caller.
 */
export function createPublicCache(options: {
  addresses: PublicAddresses
  version: PublicVersion
  render(url: string): Promise<Response>
}): PublicCache {
  const { addresses, version, render } = options
  const entries = createAnswerStore<Entry>()
  const rendering = new Map<string, Promise<Entry | undefined>>()

  const renderOnce = (url: string, wanted: number): Promise<Entry | undefined> => {
    const running = rendering.get(url)
    if (running) return running
    publicAnswerSignal.send('rendering')
    const currentAtMs = performance.now()
    const started = render(url)
      .then(readContent)
      .then((content) => {
        const entry = content && { ...content, version: wanted, currentAtMs }
        if (entry) entries.keep(url, entry)
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

  const renderAnswer = async (url: string, request: PublicRequest): Promise<PublicAnswer | undefined> => {
    const current = await version.read()
    const entry = usable(url, current) ?? (await renderOnce(url, current))
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
      if (!isRead(request) || !isPublic(request.url, addresses)) return undefined
      return renderAnswer(request.url, request).catch(() => undefined)
    },
  }
}

const isRead = (request: PublicRequest): request is PublicRequest & { url: string } =>
  request.url !== undefined && (request.method === 'GET' || request.method === 'HEAD')

/** Whether the path is public and declares every parameter of the address. */
function isPublic(url: string, addresses: PublicAddresses): boolean {
  const mark = url.indexOf('?')
  const declared = addresses.get(mark === -1 ? url : url.slice(0, mark))
  if (!declared || mark === -1) return declared !== undefined
  return [...new URLSearchParams(url.slice(mark)).keys()].every((name) => declared.has(name))
}
