import type { Db } from '#kit/db/db.ts'
import '../tables.ts'

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
