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

/**
 * Deletes what payments store of these orders, paid or not; resolves to the ids of their intents, of which money came in by those
 * in `paid`. For samples only.
 */
export async function forgetPaymentsOf(
  trx: Db,
  orderIds: readonly string[],
): Promise<{ readonly intents: readonly string[]; readonly paid: readonly string[] }> {
  if (orderIds.length === 0) return { intents: [], paid: [] }
  const payments = await trx
    .selectFrom('payments')
    .select(['intent_id', 'state'])
    .where('order_id', 'in', orderIds)
    .execute()
  for (const table of [
    'declined_cards',
    'intent_attempts',
    'lost_order_payments',
    'order_refunds',
    'payment_links',
    'payment_pauses',
    'payments',
    'unmatched_refunds',
  ] as const)
    await trx.deleteFrom(table).where('order_id', 'in', orderIds).execute()
  const isPaid = ({ state }: { readonly state: string }) => state === 'succeeded' || state === 'unmatched'
  const idOf = ({ intent_id }: { readonly intent_id: string }) => intent_id
  return { intents: payments.map(idOf), paid: payments.filter(isPaid).map(idOf) }
}
