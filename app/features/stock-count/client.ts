import { unwrap } from '#kit/browser/client.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import { inParts } from '#kit/rows/in-parts.ts'
import type { StockCountApi } from './api.ts'
import { COUNTED_AT_ONCE } from './limits.ts'
import type { CountedPart, CountResult, StockCount } from './schema.ts'

const calls = createClient<StockCountApi>()

/** The stocks of these products, in their sequence. */
export async function fetchStocks(ids: readonly string[], signal?: AbortSignal): Promise<CountedPart[]> {
  const parts: CountedPart[] = []
  for (const some of inParts(ids, COUNTED_AT_ONCE)) {
    const query = { ids: some.join(',') }
    parts.push(...(await unwrap(calls['stock-count'].$get({ query }, { init: { signal: signal ?? null } }))))
  }
  return parts
}

export const saveCount = (json: StockCount): Promise<CountResult> =>
  unwrap(calls['stock-count'].$post({ json }))
