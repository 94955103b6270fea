import { REVALIDATE } from '#kit/server/headers.ts'
import type { PublicContent } from './public-answer.ts'
import { EVERYTHING } from './shown.ts'

/** A browser asks each time, and may show what it has when nobody answers. */
const TO_BROWSERS = 'public, max-age=0, stale-if-error=86400'

/** A cache in front keeps an answer so long, in seconds. */
const KEPT_S = 3600

/** Of an answer that holds for some time only: it may be so old in memory, and sent so long after the cache's time is over. */
export const MEMORY_S = 60
const STALE_S = 60

const forSeconds = (seconds: number): string =>
  `public, max-age=0, s-maxage=${seconds}, stale-while-revalidate=${STALE_S}, stale-if-error=86400`

/** Varnish refuses a line of more than 8 kB. */
const LONGEST_TAGS = 7000

/**
 * A content that says how long it may be kept. A cache in front also gets the tags of what the content shows, in `xkey`, and
 * keeps it until one of them is purged, at most for `leftMs`. Nobody keeps a refusal.
 */
export const withFrontHeaders = (content: PublicContent, shown: ShownToFront): PublicContent => ({
  ...content,
  headers: [...content.headers, ...frontHeaders(content.status, shown)],
})

interface ShownToFront {
  readonly tags: readonly string[]
  /** How long it holds. */
  readonly leftMs: number
  readonly isCacheInFront: boolean
}

function frontHeaders(
  status: PublicContent['status'],
  { tags, leftMs, isCacheInFront }: ShownToFront,
): PublicContent['headers'] {
  if (status === 404) return [['cache-control', 'no-store']]
  if (!isCacheInFront) return [['cache-control', TO_BROWSERS]]
  const names = tags.map(frontTag).join(' ')
  const seconds = Math.min(KEPT_S, Math.floor(leftMs / 1000) - MEMORY_S - STALE_S)
  // The cache could not be told what it has to drop, or would send what does not hold any more.
  if (names.length > LONGEST_TAGS || seconds <= 0) return [['cache-control', REVALIDATE]]
  return [
    ['cache-control', forSeconds(seconds)],
    ['xkey', names],
  ]
}

/** A tag as a cache in front knows it: a word without spaces. */
export const frontTag = (tag: string): string =>
  tag === EVERYTHING ? 'shop' : encodeURIComponent(tag.toWellFormed())
