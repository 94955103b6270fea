import { unwrap } from '#kit/browser/client.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import type { OverviewApi } from '../api.ts'
import type { Overview } from '../schema.ts'

const client = createClient<OverviewApi>()

/** What was sold in the last `days`, today included, and what waits to be done. For admins. */
export function fetchOverview(days: number, signal: AbortSignal): Promise<Overview> {
  return unwrap(client.overview.$get({ query: { days: String(days) } }, { init: { signal } }))
}
