import type { Db } from '#kit/db/db.ts'
import { changeRowCount } from '#kit/db/row-counts.ts'
import { recordPublicChange } from '#kit/public-cache/public-changes.ts'
import { writePaid } from '../account/receive.ts'
import { noteNewOrder } from '../mails/new-orders.ts'
import { hasPaidBefore } from '../owners/paying-customers.ts'
import { toOrder, withOwnLines } from '../records/order-rows.ts'
import type { Order } from '../schema.ts'
import { LINK_ACTOR, PROVIDER_ACTOR } from '../states.ts'
import { lockFor } from '../steps/ask.ts'
import { follow } from '../steps/follow.ts'
import { columnsOf } from '../transitions/order-state.ts'
import { type OrderAction, type OrderActor, resultOf } from '../transitions/transitions.ts'

/**
 * Marks the order as paid and pending on the day in the shop's time zone, and mails the customer; the staff is told of it by the
 * next mail. Returns the order for its invoice; undefined when it is paid or cancelled already. Public reviews say whether their
 * writer has paid an order, so the first payment of a customer touches them.
 */
export async function markPaid(
  trx: Db,
  payment: { orderId: string; transactionId: string; actor: string; at: number; timeZone: string },
): Promise<Order | undefined> {
  const { orderId, transactionId, actor, at, timeZone } = payment
  const order = await lockFor(trx, orderId, 'pay', { by: actorOfPayment(actor), at })
  if (!order) return undefined
  const state = columnsOf(resultOf(order.step), at)
  const paid = await writePaid(trx, orderId, { transactionId, at, timeZone, state })
  await follow(trx, order.step, paid, { actor, at, detail: transactionId })
  // The staff were told of one on account when it was placed.
  if (order.account_days === null) await noteNewOrder(trx, orderId)
  const isFirst = !(await hasPaidBefore(trx, { id: paid.id, customerId: paid.user_id }))
  if (isFirst) recordPublicChange(trx, { tags: ['reviews'] })
  return toOrder(await withOwnLines(trx, paid))
}

/** Who pays: whoever has the link, the provider that reports it, or the customer. */
const actorOfPayment = (actor: string): OrderActor =>
  actor === LINK_ACTOR ? 'link' : actor === PROVIDER_ACTOR ? 'provider' : 'customer'

/** What ends an unpaid order. */
export type Ending = Extract<OrderAction, 'cancel' | 'lapse' | 'disown'>

/**
 * Ends an unpaid order, releases its stock and mails the customer. False when it is paid or cancelled already, or when it
 * would lapse and its hold was lengthened meanwhile.
 */
export async function endUnpaidOrder(
  trx: Db,
  ending: { orderId: string; action: Ending; by: OrderActor; actor: string; at: number },
): Promise<boolean> {
  const { orderId, action, by, actor, at } = ending
  const order = await lockFor(trx, orderId, action, { by, at })
  if (!order) return false
  await trx
    .updateTable('orders')
    .set({ ...columnsOf(resultOf(order.step), at), ...(action === 'disown' && { planted: 1 as const }) })
    .where('id', '=', orderId)
    .execute()
  await follow(trx, order.step, order, { actor, at })
  await changeRowCount(trx, 'orders', -1)
  return true
}
