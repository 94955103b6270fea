import type { Selectable } from 'kysely'
import type Stripe from 'stripe'
import { readRefundedParts } from '#features/orders/left-to-refund.ts'
import type { Schema } from '#kit/db/schema.ts'

interface Lines {
  readonly lines: readonly Selectable<Schema['order_lines']>[]
  readonly orderRefunds: Records['orderRefunds']
}

/** The parts of each refund come to its amount, and each line has the pieces of the refunds that have not failed. */
export function faultsOfRefundedLines({ lines, orderRefunds }: Lines): string[] {
  const refunds = orderRefunds
    .filter((row) => row.lines !== null || row.delivery_cents !== null)
    .map((row) => ({ ...row, ...readRefundedParts(row) }))
  const wrong = refunds.filter(
    ({ amount_cents, lines: own, deliveryCents }) =>
      own.reduce((sum, { cents }) => sum + cents, deliveryCents ?? 0) !== amount_cents,
  )
  const byOrder = Map.groupBy(
    refunds.filter(({ state }) => state !== 'failed'),
    (row) => row.order_id,
  )
  const differing = lines.filter(({ order_id, position, quantity, refunded }) => {
    const own = (byOrder.get(order_id) ?? []).flatMap((row) => row.lines)
    const pieces = own.filter((line) => line.position === position)
    return refunded > quantity || refunded !== pieces.reduce((sum, line) => sum + line.quantity, 0)
  })
  return [
    ...wrong.map(({ id }) => `Refund ${id} does not come to its parts`),
    ...differing.map(({ order_id, position }) => `Line ${position} of ${order_id} has other refunded pieces`),
  ]
}

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
