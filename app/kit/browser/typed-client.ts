import type { Hono } from 'hono'
import { hc } from 'hono/client'
import { bearerFetch } from './client.ts'

// biome-ignore lint/suspicious/noExplicitAny: it is the bound that `hc` itself has for an app.
type AnyApp = Hono<any, any, any>

/**
 * The typed client of a feature's calls: `createClient<SampleApi>().sample.$get({ query: {} })`. In a file of its
 * own, so that pages that make no typed call do not load Hono's client.
 */
export function createClient<Api extends AnyApp>() {
  return hc<Api>('/api', { fetch: bearerFetch })
}
