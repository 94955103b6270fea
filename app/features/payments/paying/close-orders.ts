import type { SignedInUser } from '#features/accounts/accounts.ts'
import {
  actorOf,
  claimLapsedOrders,
  type Ending,
  endUnpaidOrder,
  findOrderToChange,
  findPayableOrder,
  findUnpaidOrdersUntil,
  isOwed,
  lockFor,
  orderNotFound,
  type PayableOrder,
  refusalOf,
  refuseObstacles,
  SHOP_ACTOR,
  stateOf,
} from '#features/orders/orders.ts'
import { recordAudit } from '#kit/audit/audit.ts'
import { forEachRow } from '#kit/jobs.ts'
import type { Shop } from '#kit/shop.ts'
import { type Gateway, PROVIDER_CALLS_AT_ONCE } from '../provider/gateway.ts'
import { endIntent } from './end-intent.ts'
import { openIntentOf } from './settle.ts'

const BATCH = 50

/**
 * Cancels the customer's own unpaid order, or any customer's for an admin, and returns its pieces to stock. Its intent is
 * cancelled first, so that a cancelled order cannot be paid. Paid or being paid: 409 `already_paid`. Another customer's or
 * cancelled: 404.
 */
export async function cancelOrder(
  shop: Shop,
  gateway: Gateway,
  user: SignedInUser,
  orderId: string,
): Promise<void> {
  const order = await findOrderToChange(shop.db, user, orderId)
  const closed = order.paid ? 'paid' : await close(shop, gateway, order, { action: 'cancel', user })
  if (closed === 'not found') throw orderNotFound()
  if (closed !== 'closed') throw refusalOf('cancel', 'pending', 'customer')
}

/** Cancels unpaid orders after their hold. One that is being paid, or that fails, is tried again later. */
export async function cancelLapsedOrders(shop: Shop, gateway: Gateway): Promise<void> {
  await forEachRow(
    await claimLapsedOrders(shop, BATCH),
    {
      log: shop.log,
      name: 'cancel lapsed orders',
      atOnce: PROVIDER_CALLS_AT_ONCE,
      idsOf: ({ id }) => ({ orderId: id }),
    },
    async (order) => {
      await close(shop, gateway, order, { action: 'lapse' })
    },
  )
}

/** Cancels one unpaid order after its hold, without a look at any other. */
export async function cancelLapsedOrder(shop: Shop, gateway: Gateway, orderId: string): Promise<void> {
  const order = await findPayableOrder(shop.db, orderId)
  if (order) await close(shop, gateway, order, { action: 'lapse' })
}

/**
 * Cancels the unpaid orders that were placed with an account before its owner proved the address. Rejects when one cannot be
 * cancelled yet.
 */
export async function cancelUnprovenOrders(
  shop: Shop,
  gateway: Gateway,
  { userId, until }: { userId: string; until: number },
): Promise<void> {
  await forEachRow(
    await findUnpaidOrdersUntil(shop.db, userId, until),
    {
      log: shop.log,
      name: 'cancel the orders of an account',
      atOnce: PROVIDER_CALLS_AT_ONCE,
      idsOf: ({ id }) => ({ orderId: id }),
    },
    async (order) => {
      const closed = await close(shop, gateway, order, { action: 'disown' })
      if (closed === 'being paid') throw new Error('the order is being paid')
    },
  )
}

/** Closes an unpaid order unless it is paid or being paid: its intent at the provider first, then the order. */
async function close(
  shop: Shop,
  gateway: Gateway,
  order: PayableOrder,
  { action, user }: { readonly action: Ending; readonly user?: SignedInUser },
): Promise<'closed' | 'paid' | 'being paid' | 'not found'> {
  const intentId = await openIntentOf(shop.db, order.id)
  if (intentId) {
    const ended = await endIntent(shop, gateway, { orderId: order.id, intentId })
    if (ended !== 'ended') return ended
  }
  return shop.db.transaction().execute(async (trx) => {
    const at = shop.now()
    const by = user ? actorOf(user, { user_id: order.customerId }) : 'shop'
    const locked = await lockFor(trx, order.id, action, { by, at })
    if (!locked) {
      const now = await findPayableOrder(trx, order.id)
      if (now && isOwed(now.stated)) throw refusalOf(action, stateOf(now.stated, at), by)
      return now?.paid ? 'paid' : 'not found'
    }
    refuseObstacles(locked.step, locked)
    const open = await openIntentOf(trx, order.id)
    if (open) return 'being paid'
    await endUnpaidOrder(trx, { orderId: order.id, action, by, actor: user?.id ?? SHOP_ACTOR, at })
    if (user && by === 'staff')
      await recordAudit(trx, { by: user, at, kind: 'order.cancelled', subject: order.id })
    return 'closed'
  })
}
