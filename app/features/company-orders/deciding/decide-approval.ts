import { companyBlocked, noteNewOrder, writeDecision } from '#features/orders/changing.ts'
import {
  findOrderDetails,
  follow,
  lockAnyOrder,
  type OrderRow,
  orderNotFound,
  selectAllOrders,
  transition,
} from '#features/orders/orders.ts'
import { orderRefusals } from '#features/orders/refusals.ts'
import type { OrderDetails } from '#features/orders/schema.ts'
import '#features/orders/tables.ts'
import type { SignedInUser } from '#features/accounts/accounts.ts'
import { productRefusals } from '#features/catalog/refusals.ts'
import { lockBuyingCompanies, type Membership, requireMembership } from '#features/companies/companies.ts'
import type { Db } from '#kit/db/db.ts'
import { changeRowCount } from '#kit/db/row-counts.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import type { Decision } from '../schema.ts'

/**
 * Approves or declines an order that waits, by an approver or a manager of its company; declined it ends as a cancelled one does.
 * Refused, with nothing changed: an order of no company of the caller, and of a buyer any but the own (404); the own order (403
 * `own_order`); lines that were changed since the `revision` (409 `revision_changed`); an order that does not wait (409); approving
 * above the own limit of an order (403 `over_limit`).
 */
export async function decideApproval(
  shop: Shop,
  user: SignedInUser,
  orderId: string,
  action: 'approve' | 'decline',
  { revision, note }: Decision,
): Promise<OrderDetails> {
  await shop.db.transaction().execute(async (trx) => {
    const at = shop.now()
    // Whoever is taken out of the company, or gets another limit, is that before or after the decision.
    const company = (await lockBuyingCompanies(trx, [user.id])).get(user.id)
    const member = await requireMembership(trx, user.id)
    await lockAnyOrder(trx, orderId)
    const order = await findToDecide(trx, member, orderId)
    if (order.revision !== revision)
      throw new AppError(
        productRefusals.revisionChanged,
        'The lines of this order were changed meanwhile. Look at it again.',
      )
    const step = transition(order, action, { by: 'approver', at })
    if (action === 'approve') {
      if (company?.isBlocked) throw companyBlocked()
      refuseOverLimit(member, order)
    }
    await writeDecision(trx, { orderId, action, at })
    if (action === 'approve' && order.account_days !== null) await noteNewOrder(trx, orderId)
    const told = { actor: user.id, actorName: user.name, at, ...(note !== undefined && { detail: note }) }
    await follow(trx, step, order, told)
    if (action === 'decline') await changeRowCount(trx, 'orders', -1)
  })
  return findOrderDetails(shop.db, user, orderId)
}

async function findToDecide(trx: Db, member: Membership, orderId: string): Promise<OrderRow> {
  const order = await selectAllOrders(trx).where('orders.id', '=', orderId).executeTakeFirst()
  if (!order || order.company_id === null || order.company_id !== member.company_id) throw orderNotFound()
  if (order.user_id === member.user_id)
    throw new AppError(orderRefusals.ownOrder, 'Nobody decides about an own order.')
  if (member.role === 'buyer') throw orderNotFound()
  return order
}

function refuseOverLimit({ order_limit_cents }: Membership, { total_cents }: OrderRow): void {
  if (order_limit_cents === null || total_cents <= order_limit_cents) return
  throw new AppError(
    orderRefusals.overLimit,
    'The order is above your own limit, so somebody else has to approve it.',
  )
}
