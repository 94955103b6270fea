import { REVALIDATE } from '#kit/server/headers.ts'
import type { PublicContent } from './public-answer.ts'
import { EVERYTHING } from './shown.ts'

/** A browser asks each time, and may show what it has when nobody answers. */
const TO_BROWSERS = 'public, max-age=0, stale-if-error=86400'

const TO_CACHE_IN_FRONT = 'public, max-age=0, s-maxage=3600, stale-while-revalidate=60, stale-if-error=86400'

/** Varnish refuses a line of more than 8 kB. */
const LONGEST_TAGS = 7000

/**
 * A content that says how long it may be kept. A cache in front also gets the tags of what the content shows, in `xkey`, and
 * keeps it until one of them is purged. Nobody keeps a refusal.
 */
export const withFrontHeaders = (
  content: PublicContent,
  tags: readonly string[],
  isCacheInFront: boolean,
): PublicContent => ({
  ...content,
  headers: [...content.headers, ...frontHeaders(content.status, tags, isCacheInFront)],
})

function frontHeaders(
  status: PublicContent['status'],
  tags: readonly string[],
  isCacheInFront: boolean,
): PublicContent['headers'] {
  if (status === 404) return [['cache-control', 'no-store']]
  if (!isCacheInFront) return [['cache-control', TO_BROWSERS]]
  const names = tags.map(frontTag).join(' ')
  // The cache could not be told what it has to drop.
  if (names.length > LONGEST_TAGS) return [['cache-control', REVALIDATE]]
  return [
    ['cache-control', TO_CACHE_IN_FRONT],
    ['xkey', names],
  ]
}

/** A tag as a cache in front knows it: a word without spaces. */
export const frontTag = (tag: string): string =>
  tag === EVERYTHING ? 'shop' : encodeURIComponent(tag.toWellFormed())
