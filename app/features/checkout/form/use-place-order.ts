import { ordersClient } from '#features/orders/client.ts'
import type { Order, PlaceOrder } from '#features/orders/schema.ts'
import { orderTexts } from '#features/orders/texts.ts'
import { unwrap } from '#kit/browser/client.ts'
import { useIdempotencyKey } from '#kit/ui/form/use-idempotency-key.ts'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { isOrderRefused } from './order-refusals.ts'

/**
 * Places an order, which counts once however often it is tried; with an `email` also over a reload, under the name `draft`.
 * Throws what the shop refuses.
 */
export function usePlaceOrder(email?: string, draft = 'order attempt', said: string = orderTexts.placed) {
  const idempotencyKey = useIdempotencyKey(email === undefined ? undefined : { email, draft })
  return async (order: PlaceOrder): Promise<Order> => {
    try {
      const header = { 'idempotency-key': idempotencyKey.for(order) }
      const placed = await unwrap(ordersClient.order.$post({ json: order, header }))
      // A form without an `email` stays filled until its page is left: a second click meanwhile must find the same order.
      if (email !== undefined) idempotencyKey.reset()
      notify.success(said)
      return placed
    } catch (error) {
      if (isOrderRefused(error)) idempotencyKey.reset()
      throw error
    }
  }
}
