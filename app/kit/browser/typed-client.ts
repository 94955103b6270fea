import type { Hono } from 'hono'
import { hc } from 'hono/client'
import { bearerFetch } from './client.ts'

// biome-ignore lint/suspicious/noExplicitAny: `hc` has the same constraint.
type AnyApp = Hono<any, any, any>

/**
 * The typed client of a feature's calls: `createClient<SampleApi>().sample.$get({ query: {} })`. In its own file so
 * that pages without a typed call do not load Hono's client. For calls that may take long, `timeoutMs`.
 */
export function createClient<Api extends AnyApp>(timeoutMs?: number) {
  return hc<Api>('/api', {
    fetch: (input: RequestInfo | URL, init?: RequestInit) => bearerFetch(input, init, timeoutMs),
  })
}
