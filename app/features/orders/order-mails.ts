import type { Db } from '#kit/db/db.ts'
import { renderMail } from '#kit/mail/layout.ts'
import { enqueueMail } from '#kit/mail/outbox.ts'
import { centsToDollars, formatTotal } from '#kit/money.ts'
import type { Shop } from '#kit/shop.ts'
import { selectOrders } from './order-rows.ts'

/** Tells the customer that the order's hold is over; call it in the transaction that ends it, before it does. */
export async function mailLapse(trx: Db, shop: Shop, orderId: string): Promise<void> {
  const order = await selectOrders(trx).where('orders.id', '=', orderId).executeTakeFirst()
  if (!order) return
  const total = formatTotal(centsToDollars(order.total_cents))
  const content = renderMail({
    title: 'Your order was cancelled',
    paragraphs: [
      `Hello ${order.name},`,
      `your order of ${order.quantity} pieces of ${order.product_name} (${total}) was not paid in time. We have cancelled it, and its pieces are for sale again. Nothing was charged.`,
      'You can order them again as long as there are enough.',
    ],
    action: { label: 'Order again', url: `${shop.config.publicUrl}/order/${order.product_id}` },
  })
  const onceKey = `lapsed-${orderId}`
  await enqueueMail(trx, shop.now(), {
    to: order.email,
    subject: 'Your order was cancelled',
    ...content,
    onceKey,
  })
}
