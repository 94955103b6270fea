import type { SignedInUser } from '#features/accounts/accounts.ts'
import {
  findOrderDetails,
  follow,
  lockOrder,
  moveHold,
  orderNotFound,
  transition,
} from '#features/orders/orders.ts'
import type { OrderDetails } from '#features/orders/schema.ts'
import { recordAudit } from '#kit/audit/audit.ts'
import { invalidField } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS, toIso } from '#kit/time.ts'

/** How far from now a hold can end. */
const LONGEST_HOLD_MS = 30 * DAY_MS

/**
 * Holds the pieces of an unpaid order until this moment; the customer gets a mail, and a reminder before the new end. The same
 * moment again changes nothing. Refused, with nothing changed: a moment that is past, or more than 30 days away (422), an unknown
 * or cancelled order (404), a paid one (409).
 */
export async function holdOrder(
  shop: Shop,
  admin: SignedInUser,
  orderId: string,
  until: string,
): Promise<OrderDetails> {
  const [at, holdUntil] = [shop.now(), Date.parse(until)]
  if (holdUntil <= at) throw invalidField('until', 'The hold has to end later than now.')
  if (holdUntil > at + LONGEST_HOLD_MS) throw invalidField('until', 'Pieces can be held for 30 days at most.')
  await shop.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (!order) throw orderNotFound()
    const step = transition(order, 'hold', { by: 'staff', at })
    if (order.hold_until === holdUntil) return
    await moveHold(trx, orderId, holdUntil)
    await follow(trx, step, order, { actor: admin.id, at, detail: `until ${toIso(holdUntil)}` })
    const changes = [{ field: 'holdUntil', from: toIso(order.hold_until), to: toIso(holdUntil) }]
    await recordAudit(trx, { by: admin, at, kind: 'order.held', subject: orderId, changes })
  })
  return findOrderDetails(shop.db, admin, orderId)
}
