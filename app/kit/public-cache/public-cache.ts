import { isDatabaseUnavailable } from '#kit/db/errors.ts'
import { publicAnswerSignal } from '#kit/signals.ts'
import { MEMORY_S, withFrontHeaders } from './front-headers.ts'
import { type AddressKind, createKindOf, type PublicAddress } from './public-addresses.ts'
import {
  encodedAnswer,
  oldContent,
  type PublicAnswer,
  type PublicContent,
  type PublicRequest,
  readyAnswer,
} from './public-answer.ts'
import { type PublicChanges, READ_EVERY_MS } from './public-changes.ts'
import { createPublicRenderer, type PublicRenderer, type ReplicaSource } from './public-renderer.ts'
import { createAnswerStore } from './public-store.ts'

/** A second, together with {@link READ_EVERY_MS}. */
const STALE_MS = 1000 - READ_EVERY_MS

/** Two seconds, together with the rendering that follows. */
const FREQUENT_MS = 1800

/** An answer that changes while it is rendered is rendered so often for a cache in front. */
const ATTEMPTS = 3

interface Entry extends PublicContent {
  readonly tags: readonly string[]
  /** It holds until then, by the clock of the shop. */
  readonly untilMs: number
  /** Until then it is sent although frequent changes have touched it. */
  readonly keptUntilMs: number
  /** The number of the last change after which it was current. */
  current: number
  /** When it was last known to be current. */
  currentAtMs: number
  /** What is sent while the database is away; made when it is needed. */
  old?: PublicContent
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

interface PublicCacheOptions {
  readonly addresses: readonly PublicAddress[]
  readonly changes: PublicChanges
  readonly isCacheInFront?: boolean
  /** The clock of the shop. */
  readonly now?: () => number
  render(url: string): Promise<Response>
  readonly replica?: ReplicaSource | undefined
}

/**
 * Caches the responses of public addresses until a change touches what they show ({@link shows}), rendered once for
 * concurrent requests. While a new one is rendered, other requests get the last one, at most a second after it was current.
 * The first frequent change is shown as any other; then a page is rendered once in two seconds, however many follow. While
 * the database is away the last response of a page is sent, however old, with a notice.
 *
 * An answer that holds for some time only ({@link showsUntil}) is not sent after that.
 *
 * A cache in front would keep an old answer, so it gets none that a known change has touched, also not while it was rendered.
 *
 * The key is the whole address as requested, so another spelling of it has its own entry, if any. An address with a
 * parameter that its route does not declare is not cached. The response is rendered for a request without headers, so that
 * it cannot contain private data of the caller.
 */
export function createPublicCache(options: PublicCacheOptions): PublicCache {
  const { changes, now: nowMs = Date.now, isCacheInFront = false } = options
  const render = createPublicRenderer(changes, options.render, options.replica)
  const kindOf = createKindOf(options.addresses)
  const entries = createAnswerStore<Entry>()
  const rendering = new Map<string, Promise<Entry | undefined>>()

  /** Whether it is rendered again only because of frequent changes. */
  const isFrequent = (url: string): boolean => {
    const former = entries.get(url)
    return former !== undefined && changes.since(former.current, former.tags) === 'frequent'
  }

  const renderOnce = (url: string, current: number, kind: AddressKind): Promise<Entry | undefined> => {
    const running = rendering.get(url)
    if (running) return running
    publicAnswerSignal.send('rendering')
    const keptMs = !isCall(url) && isFrequent(url) ? FREQUENT_MS : 0
    const started = render(url, current, entries.get(url)?.tags)
      .then((rendered) => {
        const entry = toEntry(rendered, { current, keptMs, now: nowMs(), isCacheInFront })
        if (entry?.status === 200) entries.keep(url, entry, kind)
        return entry
      })
      .finally(() => rendering.delete(url))
    rendering.set(url, started)
    return started
  }

  /** The entry when it may be sent while `last` is the number of the last change. */
  const usable = (url: string, last: number): Entry | undefined => {
    const entry = entries.get(url)
    if (!entry || entry.untilMs <= nowMs()) return undefined
    const now = performance.now()
    const touched = entry.current === last ? undefined : changes.since(entry.current, entry.tags)
    if (!touched) Object.assign(entry, { current: last, currentAtMs: now })
    if (touched && isCacheInFront) return undefined
    const isFresh = !touched || (touched === 'frequent' && now < entry.keptUntilMs)
    if (!isFresh && (!rendering.has(url) || now - entry.currentAtMs > STALE_MS)) return undefined
    publicAnswerSignal.send(isFresh ? 'memory' : 'stale memory')
    return entry
  }

  const renderAnswer = async (request: ReadRequest, kind: AddressKind): Promise<PublicAnswer | undefined> => {
    const find = async () => {
      const last = await changes.read()
      return usable(request.url, last) ?? renderOnce(request.url, last, kind)
    }
    const entry = await (isCacheInFront ? findUntouched(changes, find) : find())
    return entry && encodedAnswer(entry, request)
  }

  return {
    lookup: (request) => {
      const last = changes.last()
      if (last === undefined || !isRead(request)) return undefined
      const entry = usable(request.url, last)
      return entry && readyAnswer(entry, request)
    },
    answer: (request) => {
      if (!isRead(request)) return undefined
      const kind = kindOf(request.url)
      return (
        kind &&
        renderAnswer(request, kind).catch((error) => oldAnswer(error, entries.get(request.url), request))
      )
    },
  }
}

interface Rendering {
  readonly current: number
  /** How long it is sent although frequent changes touch it. */
  readonly keptMs: number
  /** By the clock of the shop. */
  readonly now: number
  readonly isCacheInFront: boolean
}

function toEntry(
  { content, tags, untilMs, atMs }: Awaited<ReturnType<PublicRenderer>>,
  { current, keptMs, now, isCacheInFront }: Rendering,
): Entry | undefined {
  if (!content) return undefined
  const sent = withFrontHeaders(content, { tags, leftMs: untilMs - now, isCacheInFront })
  // Its headers say how long it holds from now on.
  const isShort = isCacheInFront && Number.isFinite(untilMs)
  const until = isShort ? Math.min(untilMs, now + MEMORY_S * 1000) : untilMs
  return { ...sent, tags, untilMs: until, keptUntilMs: atMs + keptMs, current, currentAtMs: atMs }
}

/** The last answer of a page while the database is away. A call gets none: a program cannot read a notice. */
async function oldAnswer(
  error: unknown,
  entry: Entry | undefined,
  request: ReadRequest,
): Promise<PublicAnswer | undefined> {
  if (!isDatabaseUnavailable(error) || !entry || isCall(request.url)) return undefined
  publicAnswerSignal.send('old memory')
  entry.old ??= oldContent(entry)
  return encodedAnswer(entry.old, request)
}

/** An entry that no change has touched while it was rendered; undefined when changes come faster than that. */
async function findUntouched(
  changes: PublicChanges,
  find: () => Promise<Entry | undefined>,
): Promise<Entry | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const entry = await find()
    if (!entry) return undefined
    await changes.read()
    if (!changes.since(entry.current, entry.tags)) return entry
  }
  return undefined
}

/** Calls show frequent changes as soon as all others: programs read there what they have just changed. */
const isCall = (url: string): boolean => url.startsWith('/api/')

type ReadRequest = PublicRequest & { readonly url: string }

const isRead = (request: PublicRequest): request is ReadRequest =>
  request.url !== undefined && (request.method === 'GET' || request.method === 'HEAD')
