import type { OrderDetails } from '#features/orders/schema.ts'
import { unwrap } from '#kit/browser/client.ts'
import { DAY_MS, toIso } from '#kit/time.ts'
import { manageOrdersClient } from '../client.ts'

/** For how many days from now pieces can be held longer, in words. */
export const HOLDS = [
  { days: 3, text: '3 days' },
  { days: 7, text: '1 week' },
  { days: 14, text: '2 weeks' },
  { days: 28, text: '4 weeks' },
] as const

const idOf = (orderId: string) => ({ id: encodeURIComponent(orderId) })

/** Holds the pieces of an unpaid order so many days from now. For staff. */
export function holdForDays(orderId: string, days: number): Promise<OrderDetails> {
  const json = { until: toIso(Date.now() + days * DAY_MS) }
  return unwrap(manageOrdersClient.order[':id'].hold.$post({ param: idOf(orderId), json }))
}

/** Mails the customer of an unpaid order that it waits for its payment. For staff. */
export const remindOfPayment = (orderId: string): Promise<OrderDetails> =>
  unwrap(manageOrdersClient.order[':id']['payment-reminder'].$post({ param: idOf(orderId) }))
