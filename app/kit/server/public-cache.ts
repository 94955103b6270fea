import { type PublicVersion, TRUSTED_MS } from '#kit/db/public-version.ts'
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

/** Together with how long a version is trusted, a second. */
const STALE_MS = 1000 - TRUSTED_MS

interface Entry extends PublicContent {
  /** Of what is public, as it was before this was rendered. */
  readonly version: number
  /** When `version` was last seen to be the present one. */
  freshAtMs: number
}

export interface PublicCache {
  /** The answer to a request, when it is in memory and may be sent. */
  lookup(request: PublicRequest): PublicAnswer | undefined
  /**
   * The answer to a request, rendered when it is not in memory. Undefined when the address is not public, and resolves
   * to undefined when this answer must not be shared or has failed: then the request goes to the application.
   */
  answer(request: PublicRequest): Promise<PublicAnswer | undefined> | undefined
}

/**
 * Keeps the answers of public addresses, one for each version of what is public: rendered once however many ask. While a
 * new one is rendered, others get the last one, for a second after it was the present one at most.
 *
 * An answer is kept under its whole address, and an address with a parameter that its route does not declare is not
 * kept at all. It is rendered for a request that has no headers, so nothing private of whoever asks can get into it.
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
    const freshAtMs = performance.now()
    const started = render(url)
      .then(readContent)
      .then((content) => {
        const entry = content && { ...content, version: wanted, freshAtMs }
        if (entry) entries.keep(url, entry)
        return entry
      })
      .finally(() => rendering.delete(url))
    rendering.set(url, started)
    return started
  }

  /** The entry, when it may be sent while `present` is the version. */
  const usable = (url: string, present: number): Entry | undefined => {
    const entry = entries.get(url)
    if (!entry) return undefined
    const now = performance.now()
    const isFresh = entry.version === present
    if (isFresh) entry.freshAtMs = now
    else if (!rendering.has(url) || now - entry.freshAtMs > STALE_MS) return undefined
    publicAnswerSignal.send(isFresh ? 'memory' : 'stale memory')
    return entry
  }

  const make = async (url: string, request: PublicRequest): Promise<PublicAnswer | undefined> => {
    const present = await version.read()
    const entry = usable(url, present) ?? (await renderOnce(url, present))
    return entry && encodedAnswer(entry, request)
  }

  return {
    lookup: (request) => {
      const present = version.known()
      if (present === undefined || !isRead(request)) return undefined
      const entry = usable(request.url, present)
      return entry && readyAnswer(entry, request)
    },
    answer: (request) => {
      if (!isRead(request) || !isPublic(request.url, addresses)) return undefined
      return make(request.url, request).catch(() => undefined)
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
