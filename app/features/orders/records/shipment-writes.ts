import { type Selectable, sql } from 'kysely'
import type { SignedInUser } from '#features/accounts/accounts.ts'
import type { Db } from '#kit/db/db.ts'
import type { Schema } from '#kit/db/schema.ts'
import { sumPieces } from '../left-to-ship.ts'
import type { Shipment, ShipmentLine } from '../schema.ts'
import { paidColumns, paidState } from '../transitions/order-state.ts'
import type { LockedOrder } from './lock-order.ts'
import { findShipping } from './shipment-rows.ts'

/** Who changes an order, and when (ms). */
export interface Change {
  readonly admin: SignedInUser
  readonly at: number
}

type ShipmentRow = Selectable<Schema['shipments']>

/** The id, carrier and tracking number of a shipment, as answers and logs have them. */
export const parcelOf = ({
  id,
  carrier,
  tracking,
}: Pick<ShipmentRow, 'id' | 'carrier' | 'tracking'>): Omit<Shipment, 'at' | 'lines'> => ({
  _id: id,
  ...(carrier !== null && { carrier }),
  ...(tracking !== null && { tracking }),
})

/** Writes a shipment with its lines. */
export async function addShipmentRows(
  trx: Db,
  row: ShipmentRow,
  lines: readonly ShipmentLine[],
): Promise<void> {
  await trx.insertInto('shipments').values(row).execute()
  const rows = lines.map(({ position, quantity }) => ({ shipment_id: row.id, position, quantity }))
  await trx.insertInto('shipment_lines').values(rows).execute()
}

/** Removes these shipments of an order, or all, with their lines; returns them. */
export const removeShipments = (
  trx: Db,
  orderId: string,
  shipmentIds?: readonly string[],
): Promise<ShipmentRow[]> =>
  trx
    .deleteFrom('shipments')
    .where('order_id', '=', orderId)
    .$if(shipmentIds !== undefined, (query) => query.where('id', 'in', shipmentIds ?? []))
    .returningAll()
    .execute()

/** Corrects carrier or tracking number of a shipment. */
export async function writeParcel(
  trx: Db,
  shipmentId: string,
  changes: Partial<Pick<ShipmentRow, 'carrier' | 'tracking'>>,
): Promise<void> {
  await trx.updateTable('shipments').set(changes).where('id', '=', shipmentId).execute()
}

/** Writes a shipment that was removed as a lost one. */
export async function addLostShipment(
  trx: Db,
  { mail_id: _, ...row }: ShipmentRow,
  lines: readonly ShipmentLine[],
  loss: { readonly lost_at: number; readonly reason: string },
): Promise<void> {
  const lost = { ...row, lines: JSON.stringify(lines), ...loss }
  await trx.insertInto('lost_shipments').values(lost).execute()
}

/** Adds pieces to what ships of a locked order, in place of those that came back: they are left to ship. */
export async function sendAgain(
  trx: Db,
  order: Pick<LockedOrder, 'id' | 'restocked_at' | 'due_pieces'>,
  pieces: readonly ShipmentLine[],
): Promise<void> {
  for (const { position, quantity } of pieces)
    await trx
      .updateTable('order_lines')
      .set((eb) => ({ replaced: eb('replaced', '+', quantity) }))
      .where('order_id', '=', order.id)
      .where('position', '=', position)
      .execute()
  await writeStatus(trx, order)
}

const NOT_SHIPPED = { shipped_at: null, arrives: null }

/**
 * Writes what follows from the shipments of an order, and from the pieces of it that went back to stock: it is shipped when
 * nothing of it is left to ship. One whose shipping was stopped is as far as it was shipped then.
 */
export async function writeStatus(
  trx: Db,
  { id, restocked_at, due_pieces }: Pick<LockedOrder, 'id' | 'restocked_at' | 'due_pieces'>,
): Promise<void> {
  const { lines, left, shipped, shipments, lastAt, lastArrives } = await findShipping(trx, id)
  const due = restocked_at === null ? shipped + sumPieces(left) : (due_pieces ?? sumPieces(lines))
  const state = paidState({ shipments, shipped, due })
  const last = state === 'shipped' ? { shipped_at: lastAt, arrives: lastArrives } : NOT_SHIPPED
  await trx
    .updateTable('orders')
    .set({ ...paidColumns(state), ...last })
    // What is owed has none: see `isOwed`.
    .set({ status: sql`case when paid_at is null then null else ${paidColumns(state).status} end` })
    .where('id', '=', id)
    .execute()
}
