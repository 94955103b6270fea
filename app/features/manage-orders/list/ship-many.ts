import { MAXIMUM_ORDERS_AT_ONCE, MAXIMUM_SHIPMENTS } from '#features/orders/limits.ts'
import type { shippingRefusals } from '#features/orders/refusals.ts'
import type { Order } from '#features/orders/schema.ts'
import { inParts } from '#kit/rows/in-parts.ts'
import { listText } from '#kit/text/list-text.ts'

/** Lists of at most as many as one call takes. */
export const inCalls = <Item>(items: readonly Item[]): Item[][] => inParts(items, MAXIMUM_ORDERS_AT_ONCE)

type CodeOf<Kind> = Kind extends { readonly code: infer Code } ? Code : Kind

type ShippingCode = CodeOf<(typeof shippingRefusals)[number]>

/** What a refused order is refused for, by the code of the refusal. */
const REASONS: Readonly<Record<ShippingCode, string>> = {
  approval_waiting: 'waits for an approval of its company',
  unpaid: 'not paid yet',
  refunded: 'its money went back',
  disputed: 'in dispute at the bank',
  not_found: 'cancelled meanwhile',
  exceeds_left: 'shipped meanwhile',
  backordered: 'pieces on backorder',
  conflict: `it has ${MAXIMUM_SHIPMENTS} shipments already`,
}

export interface RefusedOrder {
  readonly number: string
  readonly says: string
}

/** The refused orders as sentences, one for each reason: "K7QM-2XTB and M3PP-8QAA: The order is paid already." */
export const reasonTexts = (refused: readonly RefusedOrder[]): string[] =>
  [...Map.groupBy(refused, ({ says }) => says)].map(
    ([says, of]) => `${listText(of.map(({ number }) => number))}: ${says}`,
  )

/** The same of orders that were not shipped, by the codes of the refusals: "K7QM-2XTB and M3PP-8QAA: not paid yet". */
export function refusalTexts(
  refused: readonly { readonly id: string; readonly code: string }[],
  orders: readonly Pick<Order, '_id' | 'number'>[],
): string[] {
  const numbers = new Map(orders.map(({ _id, number }) => [_id, number]))
  return reasonTexts(
    refused.map(({ id, code }) => ({
      number: numbers.get(id) ?? id,
      says: REASONS[code as ShippingCode] ?? code,
    })),
  )
}
