import type { Db } from '#kit/db/db.ts'
import type { Shop } from '#kit/shop.ts'
import { toIso } from '#kit/time.ts'
import { ordersOf } from '../owners/own-orders.ts'
import { countEnteredOrders } from '../owners/paying-customers.ts'
import { lockCustomers } from '../placing/unpaid-limit.ts'
import { SHOP_ACTOR } from '../states.ts'
import { recordStep } from '../steps/follow.ts'
import { findAllowed, type Transition } from '../transitions/transitions.ts'

const EXTENDED = findAllowed('extend', 'unpaid', 'shop')

/** Sets until when (ms) a locked unpaid order holds its pieces. A reminder is sent again before the new end. */
export async function moveHold(trx: Db, orderId: string, holdUntil: number): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ hold_until: holdUntil, reminded_at: null, lapse_retry_at: null })
    .where('id', '=', orderId)
    .execute()
}

/** What of orders follows when the e-mail of a customer is verified; call it in a transaction, that records that or follows it. */
export async function onVerified(
  trx: Db,
  shop: Pick<Shop, 'config' | 'now'>,
  customerId: string,
): Promise<void> {
  await extendHolds(trx, shop, customerId)
  await countEnteredOrders(trx, customerId)
}

/**
 * Lengthens the holds of the customer's unpaid orders to `HOLD_HOURS` from placing. A reminder that was sent is sent again before
 * the new end.
 */
async function extendHolds(
  trx: Db,
  { config, now }: Pick<Shop, 'config' | 'now'>,
  customerId: string,
): Promise<void> {
  await lockCustomers(trx, [customerId])
  const extended = await trx
    .updateTable('orders')
    .set((eb) => ({ hold_until: eb('created_at', '+', config.holdMs), reminded_at: null }))
    .where(ordersOf(customerId))
    .where('paid_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .where((eb) => eb('hold_until', '<', eb('created_at', '+', config.holdMs)))
    .returning(['id', 'hold_until'])
    .execute()
  await recordExtended(trx, EXTENDED, extended, now())
}

/** Records until when these orders hold their pieces now. */
export async function recordExtended(
  trx: Db,
  step: Transition,
  orders: readonly { readonly id: string; readonly hold_until: number }[],
  at: number,
): Promise<void> {
  for (const { id, hold_until } of orders)
    await recordStep(trx, step, { id }, { actor: SHOP_ACTOR, at, detail: `until ${toIso(hold_until)}` })
}
