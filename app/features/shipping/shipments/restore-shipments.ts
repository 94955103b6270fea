import type { Selectable } from 'kysely'
import type { SignedInUser } from '#features/accounts/accounts.ts'
import { takeStock } from '#features/catalog/catalog.ts'
import { findIssuer, invoiceShipped } from '#features/invoices/invoices.ts'
import { byPosition } from '#features/orders/left-to-ship.ts'
import {
  addShipmentRows,
  type Change,
  findOrderDetails,
  findShippedPieces,
  findShipping,
  type LockedOrder,
  lockOrder,
  mailCustomers,
  orderNotFound,
  parcelOf,
  recordShipment,
  refusalOf,
  resumeShipping,
  type Transition,
  transition,
  writeStatus,
} from '#features/orders/orders.ts'
import { orderRefusals } from '#features/orders/refusals.ts'
import type { OrderDetails, ShipmentLine } from '#features/orders/schema.ts'
import type { Db } from '#kit/db/db.ts'
import type { Schema } from '#kit/db/schema.ts'
import { stopEntry } from '#kit/outbox/outbox.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { restorableUntil } from './cancel-shipments.ts'
import '../tables.ts'

type CancelledShipment = Omit<Selectable<Schema['taken_back_shipments']>, 'lines'> & {
  readonly lines: readonly ShipmentLine[]
}

/**
 * Undoes that shipments of an order were cancelled: they are again what they were, with their ids, times and tracking
 * numbers, and no mail says that they are not shipped. The same call twice restores them once. Refused, with nothing changed:
 * a cancelled or unknown order, or a shipment that it has not had (404); later than ten seconds, when pieces of them were
 * shipped again, or when those that went back to stock were sold since (409).
 */
export async function restoreShipments(
  shop: Shop,
  admin: SignedInUser,
  orderId: string,
  shipmentIds: readonly string[],
): Promise<OrderDetails> {
  const change = { admin, at: shop.now() }
  const issuer = await findIssuer(shop)
  await shop.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (!order) throw orderNotFound()
    const step = transition(order, 'restore', { by: 'staff', at: change.at })
    const taken = await findCancelled(trx, orderId, [...new Set(shipmentIds)])
    if (taken.length === 0) return
    refuseLate(taken, change.at)
    await refuseShippedAgain(trx, order, taken)
    await stopNotices(trx, taken)
    for (const shipment of taken) await restore(trx, { ...change, step }, order, shipment)
    const ids = taken.map(({ id }) => id)
    await trx.deleteFrom('taken_back_shipments').where('id', 'in', ids).execute()
    await writeStatus(trx, order)
    if (order.restocked_at !== null && !(await takeStock(trx, await findShippedPieces(trx, orderId, ids))))
      throw new AppError(orderRefusals.outOfStock, 'Its pieces went back to stock and were sold since.')
    await resumeShipping(trx, order)
    await invoiceShipped(trx, shop, issuer, [orderId])
  })
  return findOrderDetails(shop.db, admin, orderId)
}

/** Those that are not restored already. */
async function findCancelled(trx: Db, orderId: string, ids: readonly string[]): Promise<CancelledShipment[]> {
  const rows = await trx
    .selectFrom('taken_back_shipments')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('id', 'in', ids)
    .orderBy('at')
    .orderBy('id')
    .execute()
  const there = await trx
    .selectFrom('shipments')
    .select('id')
    .where('order_id', '=', orderId)
    .where('id', 'in', ids)
    .execute()
  if (rows.length + there.length < ids.length) throw refusalOf('restore', 'unpaid', 'staff')
  return rows.map((row) => ({ ...row, lines: JSON.parse(row.lines) }))
}

const tooLate = (): AppError =>
  new AppError('conflict', 'It is too late to undo this. Ship the pieces again instead.')

function refuseLate(taken: readonly CancelledShipment[], now: number): void {
  if (taken.some(({ taken_back_at }) => now >= restorableUntil(taken_back_at))) throw tooLate()
}

async function refuseShippedAgain(
  trx: Db,
  order: LockedOrder,
  taken: readonly CancelledShipment[],
): Promise<void> {
  const shipping = await findShipping(trx, order.id)
  // The pieces of a restocked order come out of the stock again. Refunded ones were shipped all the same.
  const left = order.restocked_at === null ? shipping.onShelf : shipping.unshipped
  const leftOf = new Map(byPosition(left))
  for (const { position, quantity } of taken.flatMap(({ lines }) => lines)) {
    const rest = (leftOf.get(position) ?? 0) - quantity
    if (rest < 0)
      throw new AppError(
        orderRefusals.exceedsLeft,
        'Pieces of it were shipped again or put back to stock meanwhile.',
        { left },
      )
    leftOf.set(position, rest)
  }
}

/** Stops the mails that say that these are cancelled, but not one that says it of others too. */
async function stopNotices(trx: Db, taken: readonly CancelledShipment[]): Promise<void> {
  const ids = taken.map(({ id }) => id)
  for (const notice of new Set(taken.flatMap(({ notice_id }) => notice_id ?? []))) {
    const others = await trx
      .selectFrom('taken_back_shipments')
      .select('id')
      .where('notice_id', '=', notice)
      .where('id', 'not in', ids)
      .execute()
    // It leaves at this moment.
    if (others.length === 0 && !(await stopEntry(trx, notice))) throw tooLate()
  }
}

async function restore(
  trx: Db,
  change: Change & { readonly step: Transition<'restore'> },
  order: LockedOrder,
  shipment: CancelledShipment,
): Promise<void> {
  const { id, at, carrier, tracking, arrives, mail_id, is_mail_stopped, lines } = shipment
  // Not before the end of the ten seconds after it was shipped, as the mail that was stopped.
  const [mailId = mail_id] = is_mail_stopped === 1 ? await mailCustomers(trx, at, change.step, order) : []
  await addShipmentRows(
    trx,
    { id, order_id: order.id, at, carrier, tracking, arrives, mail_id: mailId },
    lines,
  )
  await recordShipment(trx, change, order.id, change.step, { ...parcelOf(shipment), lines: [...lines] })
}
