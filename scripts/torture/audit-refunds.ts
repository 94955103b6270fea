import type { Selectable } from 'kysely'
import type Stripe from 'stripe'
import type { Schema } from '#kit/db/schema.ts'

interface Records {
  readonly orders: readonly Selectable<Schema['orders']>[]
  readonly orderRefunds: readonly Selectable<Schema['order_refunds']>[]
  readonly providerRefunds: readonly Stripe.Refund[]
}

/** What is refunded of each order is what the provider refunded, never more than came in, and each refund is made once. */
export function faultsOfRefunds({ orders, orderRefunds, providerRefunds }: Records): string[] {
  const rowsByOrder = Map.groupBy(orderRefunds, (row) => row.order_id)
  const byIntent = Map.groupBy(providerRefunds, (refund) => String(refund.payment_intent))
  return orders.flatMap((order) => {
    const made = byIntent.get(order.transaction_id ?? '') ?? []
    const back = made.filter(({ status }) => status !== 'failed' && status !== 'canceled')
    const backCents = back.reduce((sum, { amount }) => sum + amount, 0)
    const isSame = order.refunded_cents === backCents && backCents <= order.total_cents
    const rows = rowsByOrder.get(order.id) ?? []
    const isKnown = rows.every(
      (row) =>
        row.state === 'failed' || made.filter(({ metadata }) => metadata?.refundId === row.id).length === 1,
    )
    return [
      ...(isSame ? [] : [`Order ${order.id} has ${order.refunded_cents} cents refunded, not ${backCents}`]),
      ...(isKnown ? [] : [`Order ${order.id} has a refund that was not made, or made twice`]),
      ...(order.refunding_cents === 0 ? [] : [`Order ${order.id} has a refund without an outcome`]),
    ]
  })
}
