import '../tables.ts'
import { lockAnyOrder, orderNotFound, ordersOfAny } from '#features/orders/orders.ts'
import type { Db } from '#kit/db/db.ts'
import { notesOn, toNote } from '#kit/notes/notes.ts'
import type { Note } from '#kit/notes/schema.ts'

/** The notes on orders, also on cancelled ones. */
export const orderNotes = notesOn({
  table: 'order_notes',
  about: 'order_id',
  what: 'order',
  kinds: { added: 'order.noted', removed: 'order.note_removed', restored: 'order.note_restored' },
  check: async (db, id) => {
    const order = await db.selectFrom('orders').select('id').where('id', '=', id).executeTakeFirst()
    if (!order) throw orderNotFound()
  },
  lock: async (trx, id) => {
    if (!(await lockAnyOrder(trx, id))) throw orderNotFound()
  },
})

/** The ids of those of these accounts on whose orders an admin noted something. */
export async function findNotedCustomers(db: Db, accountIds: readonly string[]): Promise<Set<string>> {
  if (accountIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('order_notes')
    .innerJoin('orders', 'orders.id', 'order_notes.order_id')
    .select('orders.user_id')
    .distinct()
    .where(ordersOfAny(accountIds))
    .execute()
  return new Set(rows.map(({ user_id }) => user_id))
}

/** How many notes of each order a list has. */
const NOTES_IN_LIST = 3

/** The newest notes on each of these orders, the oldest of them first. */
export async function findNewestNotes(
  db: Db,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, Note[]>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .with('ranked', (from) =>
      from
        .selectFrom('order_notes')
        .selectAll()
        .select(({ fn }) =>
          fn
            .agg<number>('row_number')
            .over((over) => over.partitionBy('order_id').orderBy('id', 'desc'))
            .as('place'),
        )
        .where('order_id', 'in', orderIds)
        .where('removed_at', 'is', null),
    )
    .selectFrom('ranked')
    .selectAll()
    .where('place', '<=', NOTES_IN_LIST)
    .orderBy('id')
    .execute()
  const byOrder = Map.groupBy(rows, ({ order_id }) => order_id)
  return new Map([...byOrder].map(([id, notes]) => [id, notes.map(toNote)]))
}

/** Deletes the notes on these orders, which are deleted. For samples only. */
export async function forgetNotesOn(trx: Db, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length > 0) await trx.deleteFrom('order_notes').where('order_id', 'in', orderIds).execute()
}
