import { unwrap } from '#kit/browser/client.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import type { OverviewApi } from '../api.ts'
import type { Overview, OverviewWithoutMoney, ReorderSuggestion } from '../schema.ts'
import type { Shown } from './periods.ts'

const client = createClient<OverviewApi>()

/** What was sold in the last days or in a month, and what waits to be done. For staff; what was paid only for those who may see money. */
export function fetchOverview(shown: Shown, signal: AbortSignal): Promise<Overview | OverviewWithoutMoney> {
  const query = 'days' in shown ? { days: String(shown.days) } : shown
  return unwrap(client.overview.$get({ query }, { init: { signal } }))
}

/** The reorder point that the sales of a part suggest. */
export const fetchReorderSuggestion = (id: string, signal: AbortSignal): Promise<ReorderSuggestion> =>
  unwrap(
    client.product[':id']['reorder-point'].$get(
      { param: { id: encodeURIComponent(id) } },
      { init: { signal } },
    ),
  )
