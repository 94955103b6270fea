import '../../tables.ts'
import type { Selectable } from 'kysely'
import type { SignedInUser } from '#features/accounts/accounts.ts'
import { recordAudit } from '#kit/audit/audit.ts'
import type { Db } from '#kit/db/db.ts'
import type { Schema } from '#kit/db/schema.ts'
import { newId } from '#kit/id.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS, toIso } from '#kit/time.ts'
import { MAXIMUM_NOTES } from '../../limits.ts'
import { lockAnyOrder, orderNotFound } from '../../records/lock-order.ts'
import type { OrderNote } from '../../schema.ts'

/** A removed note can be restored for that long, then the next note on the order deletes it. */
const KEPT_REMOVED_MS = DAY_MS

/** The notes on an order, oldest first, at most 100. An order that there is not is refused (404). */
export async function listNotes(db: Db, orderId: string): Promise<OrderNote[]> {
  const order = await db.selectFrom('orders').select('id').where('id', '=', orderId).executeTakeFirst()
  if (!order) throw orderNotFound()
  const rows = await db
    .selectFrom('order_notes')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .limit(MAXIMUM_NOTES)
    .execute()
  return rows.map(toNote)
}

/** How many notes of each order a list has. */
const NOTES_IN_LIST = 3

/** The newest notes on each of these orders, the oldest of them first. */
export async function findNewestNotes(
  db: Db,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, OrderNote[]>> {
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

/**
 * Adds a note. Refused: an order that there is not (404), the 101st note (409). Notes removed in the last day count, so
 * that they can be restored.
 */
export async function addNote(
  shop: Shop,
  admin: SignedInUser,
  orderId: string,
  text: string,
): Promise<OrderNote> {
  const at = shop.now()
  const note = { id: newId(at), at, author_email: admin.email, text }
  await shop.db.transaction().execute(async (trx) => {
    // No other note is added until the transaction ends.
    if (!(await lockAnyOrder(trx, orderId))) throw orderNotFound()
    const ofOrder = trx.deleteFrom('order_notes').where('order_id', '=', orderId)
    await ofOrder.where('removed_at', '<', at - KEPT_REMOVED_MS).execute()
    await refuseTooMany(trx, orderId)
    await trx
      .insertInto('order_notes')
      .values({ ...note, order_id: orderId, removed_at: null })
      .execute()
    await recordAudit(trx, { by: admin, at, kind: 'order.noted', subject: orderId })
  })
  return { _id: note.id, at: toIso(at), by: admin.email, text }
}

async function refuseTooMany(trx: Db, orderId: string): Promise<void> {
  const { count } = await trx
    .selectFrom('order_notes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  if (count < MAXIMUM_NOTES) return
  const detail = `The order has ${MAXIMUM_NOTES} notes, the most there can be; those removed today count.`
  throw new AppError('conflict', detail)
}

interface NoteAddress {
  readonly orderId: string
  readonly noteId: string
}

/** Removes a note, whoever wrote it. Returns how many there were: 0 or 1. */
export async function removeNote(shop: Shop, admin: SignedInUser, address: NoteAddress): Promise<number> {
  const at = shop.now()
  return shop.db.transaction().execute(async (trx) => {
    const removed = await updateNote(trx, address)
      .set({ removed_at: at })
      .where('removed_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!removed) return 0
    await recordAudit(trx, { by: admin, at, kind: 'order.note_removed', subject: address.orderId })
    return 1
  })
}

/** Restores a removed note. Refused: one that is not removed, or is deleted meanwhile (404). */
export async function restoreNote(shop: Shop, admin: SignedInUser, address: NoteAddress): Promise<OrderNote> {
  return shop.db.transaction().execute(async (trx) => {
    const restored = await updateNote(trx, address)
      .set({ removed_at: null })
      .where('removed_at', 'is not', null)
      .returningAll()
      .executeTakeFirst()
    if (!restored) throw new AppError('not_found', 'There is no such removed note.')
    await recordAudit(trx, {
      by: admin,
      at: shop.now(),
      kind: 'order.note_restored',
      subject: address.orderId,
    })
    return toNote(restored)
  })
}

const updateNote = (trx: Db, { orderId, noteId }: NoteAddress) =>
  trx.updateTable('order_notes').where('order_id', '=', orderId).where('id', '=', noteId)

const toNote = ({ id, at, author_email, text }: Selectable<Schema['order_notes']>): OrderNote => ({
  _id: id,
  at: toIso(at),
  by: author_email,
  text,
})
