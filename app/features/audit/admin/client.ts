import { type FetchPage, unwrapPage } from '#kit/browser/paged-list.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import { LONGEST_EMAIL } from '#kit/input/contact-rules.ts'
import { type DayRange, readDayRange, readRange } from '#kit/input/day-range.ts'
import { readSearch } from '#kit/input/search-length.ts'
import type { AuditApi } from '../api.ts'
import type { AuditEntry } from '../schema.ts'

const client = createClient<AuditApi>()

/** Requests a page of the log; `q` is the query of an address as `writeFilter` makes it. For admins. */
export const fetchAudit: FetchPage<AuditEntry> = ({ q = '', ...page }, signal) => {
  const { words, ...filter } = readFilter(new URLSearchParams(q))
  return unwrapPage(
    client.audit.$get(
      { query: { ...filter, q: words, ...(!filter.kind && !words && { imports: 'folded' }), ...page } },
      { init: { signal } },
    ),
  )
}

/** Whose changes are shown, of which kind, made when, and with which words. */
export interface AuditFilter extends DayRange {
  readonly range?: string | undefined
  readonly by?: string | undefined
  readonly kind?: string | undefined
  readonly words?: string | undefined
}

/** Reads the filter from the query of an address. */
export const readFilter = (search: URLSearchParams): AuditFilter => ({
  range: readRange(search),
  by: (search.get('by') ?? '').trim().toLowerCase().slice(0, LONGEST_EMAIL) || undefined,
  kind: (search.get('kind') ?? '').slice(0, 64) || undefined,
  words: readSearch(search) || undefined,
  ...readDayRange(search),
})

/** The filter as a query without its question mark; empty without a filter. */
export const writeFilter = ({ by, kind, words, range, from, to }: AuditFilter): string =>
  new URLSearchParams({
    ...(by && { by }),
    ...(kind && { kind }),
    ...(words && { q: words }),
    ...(range && { range }),
    ...(from && { from }),
    ...(to && { to }),
  }).toString()
