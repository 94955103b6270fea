import type { Db } from '#kit/db/db.ts'
import { centsToDollars } from '#kit/money.ts'
import { readTerms } from '../records/stored-terms.ts'
import '../tables.ts'

/** What a mail to the staff tells of an order. */
interface NewOrder {
  readonly id: string
  readonly number: string
  readonly poNumber: string | null
  /** The company that it is billed or delivered to, else the name of the customer. */
  readonly who: string
  readonly payable: number
  readonly pieces: number
}

/** Notes a paid order for the next mail to the staff; call it in the transaction that marks it paid. */
export async function noteNewOrder(trx: Db, orderId: string): Promise<void> {
  await trx.insertInto('new_paid_orders').values({ order_id: orderId }).execute()
}

/** Takes orders out of the next mail to the staff. */
export async function forgetNewOrders(trx: Db, orderIds: readonly string[]): Promise<void> {
  await trx.deleteFrom('new_paid_orders').where('order_id', 'in', orderIds).execute()
}

/** Whether a paid order waits for a mail to the staff. */
export async function hasNewOrders(db: Db): Promise<boolean> {
  const order = await db.selectFrom('new_paid_orders').select('order_id').limit(1).executeTakeFirst()
  return order !== undefined
}

/**
 * Takes up to `limit` paid orders that no mail told of, the first placed first. Pass the transaction that adds the mail to the
 * outbox, so that each order is in one mail.
 */
export async function takeNewOrders(trx: Db, limit: number): Promise<NewOrder[]> {
  const waiting = await trx
    .selectFrom('new_paid_orders')
    .select('order_id')
    .orderBy('order_id')
    .limit(limit)
    .execute()
  if (waiting.length === 0) return []
  const ids = waiting.map(({ order_id }) => order_id)
  await trx.deleteFrom('new_paid_orders').where('order_id', 'in', ids).execute()
  const rows = await trx
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
    .select(({ fn }) => [
      ...(['orders.id', 'number', 'po_number', 'name', 'total_cents', 'terms'] as const),
      fn.sum<number>('order_lines.quantity').as('pieces'),
    ])
    .where('orders.id', 'in', ids)
    .groupBy(['orders.id', 'number', 'po_number', 'name', 'total_cents', 'terms'])
    .orderBy('orders.id')
    .execute()
  return rows.map(({ id, number, po_number: poNumber, name, total_cents, terms, pieces }) => {
    const { billTo, deliverTo } = readTerms(terms) ?? {}
    const who = billTo?.company ?? deliverTo?.company ?? name
    return { id, number, poNumber, who, payable: centsToDollars(total_cents), pieces: Number(pieces) }
  })
}
