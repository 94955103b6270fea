import '../tables.ts'
import type { SignedInUser } from '#features/accounts/accounts.ts'
import {
  actorOf,
  findOrderToChange,
  follow,
  isEndedBefore,
  lockOrder,
  orderNotFound,
  ordersOf,
  transition,
} from '#features/orders/orders.ts'
import { recordAudit } from '#kit/audit/audit.ts'
import type { Db } from '#kit/db/db.ts'
import { deleteOldRows } from '#kit/delete-old-rows.ts'
import { hashToken, newToken } from '#kit/link-token.ts'
import type { Shop } from '#kit/shop.ts'
import { toIso } from '#kit/time.ts'
import { payPagePath } from '../paths.ts'
import type { LinkState, PaymentLink } from '../schema.ts'
import { linkEnd, RECEIPT_MS } from './linked-orders.ts'

/**
 * Creates the payment link of the customer's own order, or for an admin of any, to be read out; an earlier one ends. Refused:
 * another customer's or a cancelled order (404), a paid one (409 `already_paid`), one whose hold is over (409).
 */
export async function createPaymentLink(
  shop: Shop,
  user: SignedInUser,
  orderId: string,
): Promise<PaymentLink> {
  await findOrderToChange(shop.db, user, orderId)
  const token = newToken()
  const at = shop.now()
  const holdUntil = await shop.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (!order) throw orderNotFound()
    const by = actorOf(user, order)
    const step = transition(order, 'create link', { by, at })
    const link = { token_hash: hashToken(token), created_at: at }
    await trx
      .insertInto('payment_links')
      .values({ order_id: orderId, ...link })
      .onConflict((conflict) => conflict.column('order_id').doUpdateSet(link))
      .execute()
    const detail = `until ${toIso(order.hold_until)}`
    await follow(trx, step, order, { actor: user.id, at, detail })
    if (by === 'staff') await recordAudit(trx, { by: user, at, kind: 'order.link_created', subject: orderId })
    return order.hold_until
  })
  return { url: shop.config.publicUrl + payPagePath(token), expiresAt: toIso(holdUntil) }
}

/** Ends the payment link of an order; see {@link createPaymentLink}. Returns how many there were: 0 or 1. */
export async function endPaymentLink(shop: Shop, user: SignedInUser, orderId: string): Promise<number> {
  const { customerId } = await findOrderToChange(shop.db, user, orderId)
  return shop.db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('payment_links')
      .where('order_id', '=', orderId)
      .executeTakeFirst()
    if (numDeletedRows > 0n && user.id !== customerId)
      await recordAudit(trx, { by: user, at: shop.now(), kind: 'order.link_ended', subject: orderId })
    return Number(numDeletedRows)
  })
}

/** Ends the payment links that an account made. Those that admins made of its orders stay. */
export async function endPaymentLinksOf(trx: Db, userId: string): Promise<void> {
  await trx
    .deleteFrom('payment_links')
    .where('order_id', 'in', (eb) => eb.selectFrom('orders').select('id').where(ordersOf(userId)))
    .where(({ eb, not, exists }) =>
      not(
        exists(
          eb
            .selectFrom('order_events')
            .select('id')
            .whereRef('order_events.order_id', '=', 'payment_links.order_id')
            .whereRef('order_events.at', '=', 'payment_links.created_at')
            .where('kind', '=', 'link_created')
            .where('actor', '<>', userId),
        ),
      ),
    )
    .execute()
}

/** Deletes the links, with what is stored of their receipts, 90 days after their orders were paid or cancelled. */
export async function deleteOldLinks({ db, now }: Shop): Promise<void> {
  const before = now() - RECEIPT_MS
  await deleteOldRows(
    db,
    'payment_links',
    before,
    isEndedBefore('payment_links.order_id', before),
    'order_id',
  )
}

/** The link of an order, if it can still be used; see {@link createPaymentLink}. */
export async function findLinkState(shop: Shop, user: SignedInUser, orderId: string): Promise<LinkState> {
  const order = await findOrderToChange(shop.db, user, orderId)
  const link = await shop.db
    .selectFrom('payment_links')
    .select('created_at')
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  const end = linkEnd(order)
  return link && end > shop.now() ? { createdAt: toIso(link.created_at), expiresAt: toIso(end) } : {}
}
