import { ordersOfAny } from '#features/orders/orders.ts'
import type { Db } from '#kit/db/db.ts'
import '../tables.ts'

/** The ids of those of these accounts whose money came in, even if it went back: what became of it is kept. */
export async function findPayers(db: Db, accountIds: readonly string[]): Promise<Set<string>> {
  if (accountIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('orders')
    .innerJoin('unmatched_refunds', 'unmatched_refunds.order_id', 'orders.id')
    .select('user_id')
    .where(ordersOfAny(accountIds))
    .execute()
  return new Set(rows.map(({ user_id }) => user_id))
}

/** Deletes the tries to pay the orders of accounts of which no money came in. */
export async function deleteTriesOf(trx: Db, accountIds: readonly string[]): Promise<void> {
  const ids = trx.selectFrom('orders').select('id').where(ordersOfAny(accountIds))
  const tables = ['payments', 'payment_links', 'payment_pauses', 'intent_attempts', 'declined_cards'] as const
  for (const table of tables) await trx.deleteFrom(table).where('order_id', 'in', ids).execute()
}
