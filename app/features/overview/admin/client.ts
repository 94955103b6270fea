import { unwrap } from '#kit/browser/client.ts'
import { type FetchPage, unwrapPage } from '#kit/browser/paged-list.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import type { OverviewApi } from '../api.ts'
import type { LowStock, Overview } from '../schema.ts'

const client = createClient<OverviewApi>()

/** What was sold in the last `days`, today included, and what waits to be done. For admins. */
export function fetchOverview(days: number, signal: AbortSignal): Promise<Overview> {
  return unwrap(client.overview.$get({ query: { days: String(days) } }, { init: { signal } }))
}

/** The parts at or below their reorder point. For admins. */
export const fetchLowStock: FetchPage<LowStock> = ({ limit, after }, signal) =>
  unwrapPage(client['low-stock'].$get({ query: { limit, after } }, { init: { signal } }))
