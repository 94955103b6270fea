import { unwrap } from '#kit/browser/client.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import type { OrderMessagesApi } from './api.ts'
import type { OrderMessage } from './schema.ts'

const client = createClient<OrderMessagesApi>()

/** How the messages about an order are read and written, by one of its sides. */
export interface MessageCalls {
  read(orderId: string, signal?: AbortSignal): Promise<OrderMessage[]>
  write(orderId: string, text: string, key: string): Promise<OrderMessage>
}

const paramOf = (orderId: string) => ({ id: encodeURIComponent(orderId) })

/** As the customer of the order. */
export const OWN_MESSAGES: MessageCalls = {
  read: (orderId, signal) =>
    unwrap(
      client.myorder[':id'].messages.$get({ param: paramOf(orderId) }, { init: { signal: signal ?? null } }),
    ),
  write: (orderId, text, key) =>
    unwrap(
      client.myorder[':id'].messages.$post({
        param: paramOf(orderId),
        header: { 'idempotency-key': key },
        json: { text },
      }),
    ),
}

/** As the staff. */
export const STAFF_MESSAGES: MessageCalls = {
  read: (orderId, signal) =>
    unwrap(
      client.order[':id'].messages.$get({ param: paramOf(orderId) }, { init: { signal: signal ?? null } }),
    ),
  write: (orderId, text, key) =>
    unwrap(
      client.order[':id'].messages.$post({
        param: paramOf(orderId),
        header: { 'idempotency-key': key },
        json: { text },
      }),
    ),
}

/** Says that what waits needs no answer. */
export const closeMessages = (orderId: string): Promise<{ modifiedCount: number }> =>
  unwrap(client.order[':id'].messages.close.$post({ param: paramOf(orderId) }))
