import type { Selectable } from 'kysely'
import type { OrderReceipt } from '#features/orders/schema.ts'
import type { Db } from '#kit/db/db.ts'
import type { Schema } from '#kit/db/schema.ts'
import { centsToDollars } from '#kit/money.ts'
import '../tables.ts'

export type ReceiptRow = Selectable<Schema['order_receipts']>

/** The receipts of an order that hold, oldest first. */
const receiptsOf = (db: Db, orderId: string) =>
  db
    .selectFrom('order_receipts')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('taken_back_at', 'is', null)
    .orderBy('id')

export async function listReceipts(db: Db, orderId: string): Promise<OrderReceipt[]> {
  const rows = await receiptsOf(db, orderId).execute()
  return rows.map(({ id, amount_cents, received_at, reference }) => ({
    _id: id,
    amount: centsToDollars(amount_cents),
    at: received_at,
    reference,
  }))
}

export const findReceipt = (db: Db, orderId: string, id: string): Promise<ReceiptRow | undefined> =>
  receiptsOf(db, orderId).where('id', '=', id).executeTakeFirst()

export async function findLastReceipt(db: Db, orderId: string): Promise<ReceiptRow | undefined> {
  const rows = await receiptsOf(db, orderId).execute()
  return rows.at(-1)
}
