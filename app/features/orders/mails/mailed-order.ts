import type { Db } from '#kit/db/db.ts'
import { timePartOf } from '#kit/id.ts'
import { centsToDollars } from '#kit/money.ts'
import { isOfLines, sumOfChanges } from '../details/changed-lines-text.ts'
import { changedFieldNames } from '../details/timeline-text.ts'
import { fromAbove, type MailedRefund } from '../handed/handed.ts'
import { byPosition, isUnderWay, leftToShip, sumPieces } from '../left-to-ship.ts'
import { withOwnLines } from '../records/order-rows.ts'
import { findShipmentOfMail, type MailedShipment, withOwnShipments } from '../records/shipment-rows.ts'
import { termsMembers } from '../records/stored-terms.ts'
import type { Shipment, ShipmentLine } from '../schema.ts'
import { LINK_ACTOR } from '../states.ts'
import { openCents, statusOf } from '../transitions/on-account.ts'

/** Without name, address and other texts when they may be those of somebody else. */
export type MailedOrder = Omit<MailRow, 'name' | 'address' | 'addressLines' | 'deliverTo' | 'planted'> &
  Partial<Pick<MailRow, 'name' | 'address' | 'addressLines'>> & {
    /** Until when its pieces are held once the customer has verified the e-mail; absent if that changes nothing. */
    readonly longerHold?: number
  }

/**
 * Anyone can register another person's e-mail with any name and address. So a mail to an unverified e-mail, and later one about an
 * order from before the e-mail was proved, contains no text of whoever placed it, and no invoice, on which it stands.
 */
export const withoutCustomerText = ({
  name: _,
  address: __,
  addressLines: ___,
  lines,
  ...order
}: MailedOrder): MailedOrder => ({
  ...order,
  po_number: null,
  lines: lines.map((line) => ({ ...line, own: null, note: null })),
})

/** What a mail is about: an order; in that of a shipment its lines are those of the shipment. */
export type MailRow = NonNullable<Awaited<ReturnType<typeof findMailedOrder>>> & {
  /** `isAllOrdered`: no piece of the order was refunded or went back to stock. */
  readonly shipment?: MailedShipment & { readonly isWhole: boolean; readonly isAllOrdered: boolean }
  /** In a mail about their tracking. */
  readonly parcels?: readonly Shipment[]
  /** In a mail about lost parcels. */
  readonly lost?: readonly Shipment[]
  readonly refund?: MailedRefund
  /** In a mail about pieces that came into stock: these pieces. */
  readonly covered?: readonly ShipmentLine[]
  /** In a mail about a change or a cancellation. */
  readonly change?: MailedChange
}

/** Who changed an order, and what: the lines as they were and are, or the names of other fields. */
interface MailedChange {
  readonly by: 'customer' | 'shop' | 'link'
  readonly lines: readonly string[] | undefined
  readonly fields: readonly string[]
}

/** The order, also when it is cancelled. */
export async function findMailedOrder(db: Db, orderId: string) {
  const row = await db
    .selectFrom('orders')
    .where('id', '=', orderId)
    .select(['id', 'number', 'user_id', 'created_at', 'paid_at', 'name', 'address', 'po_number'])
    .select(['total_cents', 'hold_until', 'transaction_id', 'status', 'progress', 'refunded_cents'])
    .select(['charges_cents', 'terms', 'entered_by', 'planted', 'approval'])
    .select(['account_days', 'received_cents', 'due_on', 'paid_by', 'shipped_at', 'cancelled_at'])
    .executeTakeFirst()
  if (!row) return undefined
  const { terms, charges_cents, ...order } = row
  const { delivery, tax, deliverTo, addressLines } = termsMembers(row)
  return {
    ...(await withOwnLines(db, order)),
    status: statusOf(order),
    totalPrice: centsToDollars(order.total_cents - charges_cents),
    payable: centsToDollars(order.total_cents),
    delivery,
    deliverTo,
    tax,
    // What was typed stays on one line: its own could look like a text of the shop.
    addressLines: deliverTo && addressLines,
  }
}

/** The order of which shipments were cancelled; undefined when all of it is shipped again. */
export async function findOrderOfCancelled(db: Db, orderId: string) {
  const order = await findMailedOrder(db, orderId)
  return order?.status === 'shipped' ? undefined : order
}

/** The order whose invoice is to be paid; undefined when nothing of it is open any more. */
export async function findDueOrder(db: Db, orderId: string): Promise<MailRow | undefined> {
  const order = await findMailedOrder(db, orderId)
  return order && openCents(order) > 0 ? order : undefined
}

/** The order with all of its shipments; undefined when they are cancelled. */
export async function findTrackedOrder(db: Db, orderId: string): Promise<MailRow | undefined> {
  const order = await findMailedOrder(db, orderId)
  if (!order) return undefined
  const { shipments } = await withOwnShipments(db, order)
  const parcels = shipments.filter(isUnderWay)
  return parcels.length > 0 ? { ...order, parcels } : undefined
}

/** The order with its lost parcels. */
export async function findOrderOfLoss(db: Db, orderId: string): Promise<MailRow | undefined> {
  const order = await findMailedOrder(db, orderId)
  if (!order) return undefined
  const { shipments } = await withOwnShipments(db, order)
  return { ...order, lost: shipments.filter((shipment) => !isUnderWay(shipment)) }
}

/** The order with the pieces that came into stock since this mail was queued; undefined when it is cancelled. */
export async function findCoveredOrder(
  db: Db,
  orderId: string,
  mailId: string,
): Promise<MailRow | undefined> {
  const order = await findMailedOrder(db, orderId)
  if (!order || order.cancelled_at !== null) return undefined
  const rows = await db
    .selectFrom('covered_backorders')
    .select('lines')
    .where('order_id', '=', orderId)
    .where('id', '>=', timePartOf(mailId))
    .orderBy('id')
    .execute()
  const pieces = rows.flatMap(({ lines }) => JSON.parse(lines) as ShipmentLine[])
  const covered = order.lines.flatMap(({ position }) => {
    const quantity = sumPieces(pieces.filter((line) => line.position === position))
    return quantity > 0 ? [{ position, quantity }] : []
  })
  return { ...order, covered }
}

/** The order with the refund that this mail is about; undefined when the refund is in another state since. */
export const findRefundedOrder =
  (state: 'succeeded' | 'failed') =>
  async (db: Db, orderId: string, mailId: string): Promise<MailRow | undefined> => {
    const order = await findMailedOrder(db, orderId)
    const refund = await fromAbove().findMailedRefund(db, mailId, state)
    return order && refund && { ...order, refund }
  }

/**
 * The order with what changed since this mail was queued, and who changed it last; undefined when its lines are what they were
 * again.
 */
export const findMailedChange =
  (kind: 'lines' | 'contact' | 'cancelled') =>
  async (db: Db, orderId: string, mailId: string): Promise<MailRow | undefined> => {
    const order = await findMailedOrder(db, orderId)
    if (!order) return undefined
    const since = await db
      .selectFrom('order_events')
      .select(['actor', 'detail'])
      .where('order_id', '=', orderId)
      .where('kind', '=', kind === 'cancelled' ? 'cancelled' : 'changed')
      .where('id', '>=', timePartOf(mailId))
      .orderBy('id')
      .limit(MAXIMUM_CHANGES)
      .execute()
    const events = since.filter(
      ({ detail }) => kind === 'cancelled' || isOfLines(detail ?? '') === (kind === 'lines'),
    )
    const details = events.map(({ detail }) => detail ?? '')
    const lines = kind === 'lines' ? sumOfChanges(details) : undefined
    if (lines?.length === 0) return undefined
    const fields = kind === 'contact' ? [...new Set(details.flatMap(changedFieldNames))] : []
    const actor = events.at(-1)?.actor
    const by = actor === LINK_ACTOR ? 'link' : actor === order.user_id ? 'customer' : 'shop'
    return { ...order, ...(actor !== undefined && { change: { by, lines, fields } }) }
  }

/** More than the limit of changes lets anybody make while a mail waits. */
const MAXIMUM_CHANGES = 500

/** The order with the lines of the shipment that this mail is about; undefined when the shipment is cancelled. */
export async function findMailedShipment(
  db: Db,
  orderId: string,
  mailId: string,
): Promise<MailRow | undefined> {
  const order = await findMailedOrder(db, orderId)
  const shipment = order && (await findShipmentOfMail(db, orderId, mailId))
  if (!shipment) return undefined
  const isWhole = leftToShip(order.lines, shipment.lines).length === 0
  const shipped = byPosition(shipment.lines)
  const lines = order.lines.flatMap((line) => {
    const quantity = shipped.get(line.position)
    return quantity === undefined ? [] : [{ ...line, quantity }]
  })
  const isAllOrdered = order.lines.every(({ restocked, refunded }) => restocked === 0 && refunded === 0)
  return { ...order, lines, shipment: { ...shipment, isWhole, isAllOrdered } }
}
