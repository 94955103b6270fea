import type { OrderDetails } from '#features/orders/schema.ts'
import { unwrap } from '#kit/browser/client.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import type { OrderChangesApi } from './api.ts'
import type { OrderChanges } from './contact/schema.ts'

const client = createClient<OrderChangesApi>()

/** Changes the caller's own order. */
export function changeOrder(orderId: string, json: OrderChanges): Promise<OrderDetails> {
  return unwrap(client.myorder[':id'].$patch({ param: { id: encodeURIComponent(orderId) }, json }))
}
