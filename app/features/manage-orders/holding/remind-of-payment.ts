import type { SignedInUser } from '#features/accounts/accounts.ts'
import {
  findOrderDetails,
  lockOrder,
  mailCustomers,
  noteAsked,
  orderNotFound,
  transition,
} from '#features/orders/orders.ts'
import type { OrderDetails } from '#features/orders/schema.ts'
import { recordAudit } from '#kit/audit/audit.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'

/**
 * Mails the customer of an unpaid order that it waits for its payment. Refused, with nothing changed: an unknown or cancelled order
 * (404), a paid one, one whose hold is over, and one of which staff reminded within a day (409).
 */
export async function remindOfPayment(
  shop: Shop,
  admin: SignedInUser,
  orderId: string,
): Promise<OrderDetails> {
  const at = shop.now()
  await shop.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (!order) throw orderNotFound()
    const step = transition(order, 'remind', { by: 'staff', at })
    if (!(await noteAsked(trx, orderId, at)))
      throw new AppError('conflict', 'A reminder of this order was sent within a day.')
    await mailCustomers(trx, at, step, order)
    await recordAudit(trx, { by: admin, at, kind: 'order.payment_asked', subject: orderId })
  })
  return findOrderDetails(shop.db, admin, orderId)
}
