import { unwrap } from '#kit/browser/client.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import type { TaxApi } from './api.ts'
import type { StandardRates } from './schema.ts'

const client = createClient<TaxApi>()

/** The standard rates of the countries of the EU. */
export const fetchStandardRates = (signal?: AbortSignal): Promise<StandardRates> =>
  unwrap(client['tax-rate'].$get({}, { init: { ...(signal && { signal }) } }))
