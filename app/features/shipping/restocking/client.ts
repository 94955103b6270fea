import type { OrderDetails } from '#features/orders/schema.ts'
import { unwrap } from '#kit/browser/client.ts'
import { shippingClient } from '../client.ts'
import type { Restock } from './schema.ts'

/** Puts pieces of an order back to stock after money went back. A repeat with the same key puts back once. For admins. */
export function restockOrder(orderId: string, json: Restock, key: string): Promise<OrderDetails> {
  const param = { id: encodeURIComponent(orderId) }
  const header = { 'idempotency-key': key }
  return unwrap(shippingClient.order[':id'].restock.$post({ param, header, json }))
}
