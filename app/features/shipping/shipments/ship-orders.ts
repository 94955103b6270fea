import type { SignedInUser } from '#features/accounts/accounts.ts'
import { releaseStock } from '#features/catalog/catalog.ts'
import { findIssuer, invoiceShipped } from '#features/invoices/invoices.ts'
import { byPosition, leftToShip, sumPieces } from '#features/orders/left-to-ship.ts'
import { MAXIMUM_SHIPMENTS } from '#features/orders/limits.ts'
import {
  addShipmentRows,
  arrivesIfShippedOn,
  type Change,
  findOrderDetails,
  findShipping,
  type LockedOrder,
  lockAnyOrder,
  lockOrder,
  mailCustomers,
  orderNotFound,
  parcelOf,
  recordShipment,
  refuseObstacles,
  refuseUnknownLines,
  type Shipping,
  sellerToday,
  type Transition,
  termsMembers,
  transition,
  writeStatus,
} from '#features/orders/orders.ts'
import { orderRefusals } from '#features/orders/refusals.ts'
import type { ShipmentLine } from '#features/orders/schema.ts'
import type { Db } from '#kit/db/db.ts'
import { newId } from '#kit/id.ts'
import { keepKey, requestKey } from '#kit/request-key.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { piecesText } from '#kit/text/count-text.ts'
import type { NewShipment, SetStatus, SetStatuses, ShippedOrder, StatusesAnswer } from '../schema.ts'
import { type Changed, cancelShipments, UNCHANGED } from './cancel-shipments.ts'
import '../tables.ts'

/** `today` is the day that it is for the seller. */
interface ShipChange extends Change {
  readonly today: string
}

/** A paid order, or one on account, locked until the transaction ends. */
type PaidOrder = LockedOrder & { readonly step: Transition<'ship'> }

/**
 * Ships these pieces of a paid order, or all that are left. Its mail leaves when shipping can no longer be undone. Refused, with
 * nothing changed: a cancelled or unknown order (404); an unpaid order, one whose money went back by refunds and lost disputes,
 * one in dispute unless it ships `despiteDispute`, more pieces than are left, and pieces on backorder (409); a line that the order has not (422). With
 * an idempotency key the same request returns the same shipment; refused: another request with that key (422), and one whose
 * shipment was cancelled (409).
 */
export async function shipOrder(
  shop: Shop,
  admin: SignedInUser,
  orderId: string,
  shipment: NewShipment,
  idempotencyKey?: string,
): Promise<ShippedOrder> {
  const key = requestKey(idempotencyKey, [orderId, shipment])
  const today = await sellerToday(shop)
  const issuer = await findIssuer(shop)
  const shipmentId = await shop.db.transaction().execute(async (trx) => {
    const change = { admin, at: shop.now(), today }
    const order = await lockToShip(trx, orderId, 'ship', change.at)
    const id = newId(change.at)
    const row = key && { ...key, actor_id: admin.id, order_id: orderId, shipment_id: id }
    const earlier = row && (await keepKey(trx, 'shipment_keys', row, 'another shipment'))
    if (earlier) return requireShipment(trx, earlier.shipment_id)
    refuseObstacles(order.step, order, shipment)
    await addShipment(trx, change, order, shipment, id)
    await invoiceShipped(trx, shop, issuer, [orderId])
    return id
  })
  return { ...(await findOrderDetails(shop.db, admin, orderId)), shipmentId }
}

/** Refuses (409) a shipment that was cancelled, so that a late repeat does not ship it again. */
async function requireShipment(trx: Db, id: string): Promise<string> {
  if (await trx.selectFrom('shipments').select('id').where('id', '=', id).executeTakeFirst()) return id
  throw new AppError('conflict', 'The shipment of this Idempotency-Key was cancelled.')
}

/**
 * Sets the status of a paid order: `shipped` ships what is left, `pending` cancels all shipments. Returns how many orders
 * changed: 0 when it had the status already. Refused: as by {@link shipOrder}.
 */
export async function setOrderStatus(
  shop: Shop,
  admin: SignedInUser,
  orderId: string,
  wanted: SetStatus,
): Promise<number> {
  const change = { admin, at: shop.now(), today: await sellerToday(shop) }
  const issuer = await findIssuer(shop)
  return shop.db.transaction().execute(async (trx) => {
    const { shipments, restocked } = await setStatus(trx, change, orderId, wanted)
    await releaseStock(trx, restocked, change.at)
    await invoiceShipped(trx, shop, issuer, [orderId])
    return shipments.length > 0 ? 1 : 0
  })
}

/**
 * Sets the status of several orders, of each that can get it; see {@link setOrderStatus}. One in dispute is not shipped so.
 * `pending` cancels only the `shipments` that are named, if any are; an order with a parcel is shipped with that, or refused if
 * it is shipped already, so that its tracking is not lost. In one transaction, so that after a failure none is changed. It locks
 * the orders by their ids, and the products and their sales after all orders, so that two admins wait for each other.
 */
export async function setOrderStatuses(
  shop: Shop,
  admin: SignedInUser,
  { ids, ...wanted }: SetStatuses,
): Promise<StatusesAnswer> {
  const change = { admin, at: shop.now(), today: await sellerToday(shop) }
  const issuer = await findIssuer(shop)
  return shop.db.transaction().execute(async (trx) => {
    const refused: StatusesAnswer['refused'] = []
    const changes: Changed[] = []
    const sorted = [...new Set(ids)].sort()
    // Cancelling a shipment of a restocked order locks sales.
    if (wanted.status === 'pending') for (const id of sorted) await lockAnyOrder(trx, id)
    for (const id of sorted) {
      try {
        changes.push(await setStatus(trx, change, id, wanted))
      } catch (error) {
        // A refusal comes before anything of its order is written.
        if (!(error instanceof AppError)) throw error
        refused.push({ id, code: error.code })
      }
    }
    await releaseStock(
      trx,
      changes.flatMap(({ restocked }) => restocked),
      change.at,
    )
    if (wanted.status === 'shipped') await invoiceShipped(trx, shop, issuer, sorted)
    return {
      modifiedCount: changes.filter(({ shipments }) => shipments.length > 0).length,
      refused,
      shipments: changes.flatMap(({ shipments }) => shipments),
    }
  })
}

async function setStatus(
  trx: Db,
  change: ShipChange,
  orderId: string,
  { status, shipments, parcels = [], despiteDispute }: Omit<SetStatuses, 'ids'> & SetStatus,
): Promise<Changed> {
  if (status === 'pending')
    return cancelShipments(trx, change, await lockToShip(trx, orderId, 'revert', change.at), shipments)
  const order = await lockToShip(trx, orderId, 'ship', change.at)
  const parcel = parcels.find(({ id }) => id === orderId)
  if (order.status === 'shipped' && !parcel) return UNCHANGED
  refuseObstacles(order.step, order, { despiteDispute })
  // Without lines a shipment has all that is left.
  const { carrier, tracking } = parcel ?? {}
  return { ...UNCHANGED, shipments: [await addShipment(trx, change, order, { carrier, tracking })] }
}

async function lockToShip<Action extends 'ship' | 'revert'>(
  trx: Db,
  orderId: string,
  action: Action,
  at: number,
): Promise<LockedOrder & { readonly step: Transition<Action> }> {
  const order = await lockOrder(trx, orderId)
  if (!order) throw orderNotFound()
  return { ...order, step: transition(order, action, { by: 'staff', at }) }
}

async function addShipment(
  trx: Db,
  { admin, at, today }: ShipChange,
  order: PaidOrder,
  { carrier, tracking, lines }: NewShipment,
  id = newId(at),
): Promise<string> {
  const before = await findShipping(trx, order.id)
  if (!lines && before.left.length === 0 && order.status !== 'shipped')
    throw new AppError(orderRefusals.refunded, 'All pieces of this order that are not shipped are refunded.')
  const shipped = lines ?? before.left
  refuseMoreThanLeft(before, shipped)
  refuseBackordered(before, shipped)
  const [mailId = null] = await mailCustomers(trx, at, order.step, order)
  const arrives = await findArrival(trx, order.id, today)
  const row = { id, order_id: order.id, at, carrier: carrier ?? null, tracking: tracking ?? null, arrives }
  await addShipmentRows(trx, { ...row, mail_id: mailId }, shipped)
  await writeStatus(trx, order)
  await recordShipment(trx, { admin, at }, order.id, order.step, { ...parcelOf(row), lines: [...shipped] })
  return id
}

/** The days on which what ships today arrives, as they are stored. */
async function findArrival(trx: Db, orderId: string, today: string): Promise<string | null> {
  const order = await trx
    .selectFrom('orders')
    .select(['terms', 'address'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const arrives = arrivesIfShippedOn(today, termsMembers(order))
  return arrives ? JSON.stringify(arrives) : null
}

/** Refuses (409) pieces that are not in stock yet, with those that can be shipped now. */
function refuseBackordered({ covered, left }: Shipping, shipped: readonly ShipmentLine[]): void {
  const coveredOf = byPosition(covered)
  if (shipped.every(({ position, quantity }) => quantity <= (coveredOf.get(position) ?? 0))) return
  const missing = sumPieces(left) - sumPieces(covered)
  throw new AppError(
    orderRefusals.backordered,
    `${piecesText(missing)} of the order ${missing === 1 ? 'is' : 'are'} on backorder: ship ${covered.length === 0 ? 'when they come into stock' : 'those that are in stock'}.`,
    { left: covered },
  )
}

/** Refuses lines that the order has not (422), and more pieces than are left (409), which it names. */
function refuseMoreThanLeft({ lines, left, shipments }: Shipping, shipped: readonly ShipmentLine[]): void {
  refuseUnknownLines(lines, shipped)
  const leftOf = byPosition(left)
  if (
    shipped.length === 0 ||
    shipped.some(({ position, quantity }) => quantity > (leftOf.get(position) ?? 0))
  )
    throw new AppError(
      orderRefusals.exceedsLeft,
      left.length === 0 ? 'Nothing of the order is left to ship.' : 'So many pieces are not left to ship.',
      { left },
    )
  // The last one has to have all that is left, so that the order can still be shipped.
  if (shipments === MAXIMUM_SHIPMENTS - 1 && leftToShip(left, shipped).length > 0)
    throw new AppError(
      'conflict',
      `An order has at most ${MAXIMUM_SHIPMENTS} shipments, so this one needs all that is left.`,
    )
}
