import { unwrap } from '#kit/browser/client.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import type { OrderColumnsApi } from './api.ts'
import type { OrderColumns } from './schema.ts'

const calls = createClient<OrderColumnsApi>()

/** Which columns of Manage Orders the caller sees. */
export function fetchColumns(signal?: AbortSignal): Promise<OrderColumns> {
  return unwrap(calls['order-columns'].$get({}, { init: { signal: signal ?? null } }))
}

export function saveColumns(json: OrderColumns): Promise<OrderColumns> {
  return unwrap(calls['order-columns'].$put({ json }))
}
