import { type FetchPage, unwrapPage } from '#kit/browser/paged-list.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import { LONGEST_EMAIL } from '#kit/input/contact-rules.ts'
import type { AuditApi } from '../api.ts'
import type { AuditEntry } from '../schema.ts'

const client = createClient<AuditApi>()

/** Requests a page of the log; `q` is the query of an address with `by` and `kind`. For admins. */
export const fetchAudit: FetchPage<AuditEntry> = ({ q = '', ...page }, signal) => {
  const { by, kind } = readFilter(new URLSearchParams(q))
  return unwrapPage(
    client.audit.$get(
      { query: { by: by || undefined, kind: kind || undefined, ...page } },
      { init: { signal } },
    ),
  )
}

/** Whose changes of which kind are shown; empty texts for everyone's and all. */
export interface AuditFilter {
  readonly by: string
  readonly kind: string
}

/** Reads the filter from the query of an address. */
export const readFilter = (search: URLSearchParams): AuditFilter => ({
  by: (search.get('by') ?? '').trim().toLowerCase().slice(0, LONGEST_EMAIL),
  kind: (search.get('kind') ?? '').slice(0, 64),
})

/** The filter as a query without its question mark; empty without a filter. */
export const writeFilter = ({ by, kind }: AuditFilter): string =>
  new URLSearchParams({ ...(by && { by }), ...(kind && { kind }) }).toString()
