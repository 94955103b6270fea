import type { SignedInUser } from '#features/accounts/accounts.ts'
import {
  type Cancellation,
  cancelUnpaidOrder,
  claimLapsedOrders,
  findOrderToChange,
  findPayableOrder,
  findUnpaidOrdersUntil,
  lockUnpaidOrder,
  type PayableOrder,
  SHOP_ACTOR,
} from '#features/orders/orders.ts'
import { recordAudit } from '#kit/audit/audit.ts'
import { forEachRow } from '#kit/jobs.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { type Gateway, PROVIDER_CALLS_AT_ONCE } from '../provider/gateway.ts'
import { paymentRefusals } from '../refusals.ts'
import { endIntent } from './end-intent.ts'
import { openIntentOf } from './settle.ts'

const BATCH = 50

/**
 * Cancels the customer's own unpaid order, or any customer's for an admin, and returns its pieces to stock. Its intent is cancelled first, so that a
 * cancelled order cannot be paid. Paid or being paid: 409 `already_paid`. Another customer's or cancelled: 404.
 */
export async function cancelOrder(
  shop: Shop,
  gateway: Gateway,
  user: SignedInUser,
  orderId: string,
): Promise<void> {
  const order = await findOrderToChange(shop.db, user, orderId)
  const closed = order.paid ? 'paid' : await close(shop, gateway, order, { kind: 'cancelled', by: user })
  if (closed === 'not found') throw new AppError('not_found', 'There is no such order.')
  if (closed !== 'closed') {
    throw new AppError(
      paymentRefusals.alreadyPaid,
      'The order is paid or being paid, so it can no longer be cancelled.',
    )
  }
}

/** Cancels unpaid orders after their hold. One that is being paid, or that fails, is tried again later. */
export async function cancelLapsedOrders(shop: Shop, gateway: Gateway): Promise<void> {
  await forEachRow(
    await claimLapsedOrders(shop, BATCH),
    { log: shop.log, atOnce: PROVIDER_CALLS_AT_ONCE, idsOf: ({ id }) => ({ orderId: id }) },
    async (order) => {
      await close(shop, gateway, order, { kind: 'lapsed' })
    },
  )
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
    { log: shop.log, atOnce: PROVIDER_CALLS_AT_ONCE, idsOf: ({ id }) => ({ orderId: id }) },
    async (order) => {
      const closed = await close(shop, gateway, order, { kind: 'unproven' })
      if (closed === 'being paid') throw new Error('the order is being paid')
    },
  )
}

/** Closes an unpaid order unless it is paid or being paid: its intent at the provider first, then the order. */
async function close(
  shop: Shop,
  gateway: Gateway,
  order: PayableOrder,
  { kind, by }: { readonly kind: Cancellation; readonly by?: SignedInUser },
): Promise<'closed' | 'paid' | 'being paid' | 'not found'> {
  const intentId = await openIntentOf(shop.db, order.id)
  if (intentId) {
    const ended = await endIntent(shop, gateway, { orderId: order.id, intentId })
    if (ended !== 'ended') return ended
  }
  return shop.db.transaction().execute(async (trx) => {
    if (!(await lockUnpaidOrder(trx, order.id))) {
      return (await findPayableOrder(trx, order.id))?.paid ? 'paid' : 'not found'
    }
    const open = await openIntentOf(trx, order.id)
    if (open) return 'being paid'
    const cancellation = { orderId: order.id, kind, actor: by?.id ?? SHOP_ACTOR, at: shop.now() }
    const cancelled = await cancelUnpaidOrder(trx, cancellation)
    if (cancelled && by && by.id !== order.customerId)
      await recordAudit(trx, { by, at: cancellation.at, kind: 'order.cancelled', subject: order.id })
    return cancelled ? 'closed' : 'not found'
  })
}
