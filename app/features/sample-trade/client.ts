import { unwrap } from '#kit/browser/client.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import type { SampleTradeApi } from './api.ts'
import type { SampleTrade } from './schema.ts'

const { 'sample-orders': calls } = createClient<SampleTradeApi>()

/** Whether there are sample orders, and how far they are placed. For admins. */
export const fetchSampleTrade = (signal?: AbortSignal): Promise<SampleTrade> =>
  unwrap(calls.$get({}, { init: { signal: signal ?? null } }))

/** Begins to place them. */
export const placeSampleTrade = (): Promise<SampleTrade> => unwrap(calls.$post())

/** Removes them all. */
export const removeSampleTrade = (): Promise<SampleTrade> => unwrap(calls.$delete())
