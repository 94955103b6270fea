import type { Db } from '#kit/db/db.ts'
import { invalidField } from '#kit/server/app-error.ts'
import { toIso } from '#kit/time.ts'
import { isUnderWay, leftToShip, piecesNotBack, piecesToShip, sumPieces } from '../left-to-ship.ts'
import type { Order, Shipment, ShipmentLine } from '../schema.ts'
import { awaited } from './backorder-rows.ts'
import { type LineRow, type OrderWithLines, toOrder, withOwnLines } from './order-rows.ts'
import { trackingUrl } from './tracking.ts'
import '../tables.ts'

/** An order with its lines and its shipments, the oldest first. */
export interface OrderWithShipments extends OrderWithLines {
  readonly shipments: readonly Shipment[]
}

/** The order for admins, with `customerId`, `unmatchedRefund`, `restockedAt` and its shipments. */
export const toManagedOrder = (row: OrderWithShipments): Order => ({
  ...toOrder(row),
  customerId: row.user_id,
  ...(row.unmatched_refund !== null && { unmatchedRefund: row.unmatched_refund }),
  ...(row.restocked_at !== null && { restockedAt: toIso(row.restocked_at) }),
  shipments: [...row.shipments],
})

/** Adds the shipments of each order, lost ones too, with three queries for all. */
export async function withShipments<Row extends { readonly id: string }>(
  db: Db,
  orders: readonly Row[],
): Promise<(Row & { readonly shipments: Shipment[] })[]> {
  const byOrder = await findShipments(
    db,
    orders.map(({ id }) => id),
  )
  return orders.map((order) => ({ ...order, shipments: byOrder.get(order.id) ?? [] }))
}

/** Adds the shipments of one order. */
export async function withOwnShipments<Row extends { readonly id: string }>(db: Db, order: Row) {
  const [{ shipments } = { shipments: [] }] = await withShipments(db, [order])
  return { ...order, shipments }
}

/** A shipment of an order, and whether none was made after it. */
export interface MailedShipment extends Shipment {
  readonly isLast: boolean
}

/** The shipment of the order that the mail is about; undefined when it is cancelled. */
export async function findShipmentOfMail(
  db: Db,
  orderId: string,
  mailId: string,
): Promise<MailedShipment | undefined> {
  const row = await db.selectFrom('shipments').select('id').where('mail_id', '=', mailId).executeTakeFirst()
  const { shipments } = await withOwnShipments(db, { id: orderId })
  const shipment = shipments.find(({ _id }) => _id === row?.id)
  return shipment && { ...shipment, isLast: shipment === shipments.findLast(isUnderWay) }
}

/** Pieces of a product in a shipment. */
export interface ShippedPieces extends ShipmentLine {
  readonly shipment_id: string
  readonly product_id: string
}

/** The pieces of these shipments of the order, or of all. */
export function findShippedPieces(
  trx: Db,
  orderId: string,
  shipmentIds?: readonly string[],
): Promise<ShippedPieces[]> {
  return trx
    .selectFrom('shipments')
    .innerJoin('shipment_lines', 'shipment_lines.shipment_id', 'shipments.id')
    .innerJoin('order_lines', (join) =>
      join
        .onRef('order_lines.order_id', '=', 'shipments.order_id')
        .onRef('order_lines.position', '=', 'shipment_lines.position'),
    )
    .select(['shipment_id', 'order_lines.product_id', 'shipment_lines.position', 'shipment_lines.quantity'])
    .where('shipments.order_id', '=', orderId)
    .$if(shipmentIds !== undefined, (query) => query.where('shipments.id', 'in', shipmentIds ?? []))
    .execute()
}

/** What is shipped of an order. */
export interface Shipping {
  readonly lines: readonly ShipmentLine[]
  /** The pieces that no shipment has; see {@link leftToShip}. */
  readonly unshipped: readonly ShipmentLine[]
  /** Those of them that are not back in stock, without refunded ones that it lacks: these are given up. */
  readonly notBack: readonly ShipmentLine[]
  /** Those of them that lie on the shelf. */
  readonly onShelf: readonly ShipmentLine[]
  /** Those of them that are to be shipped. */
  readonly left: readonly ShipmentLine[]
  /** Those of these that can be shipped now: the others are not in stock yet. */
  readonly covered: readonly ShipmentLine[]
  /** Whether it lacks pieces that are refunded. */
  readonly isGivenUp: boolean
  /** The others: they are refunded. */
  readonly refunded: readonly ShipmentLine[]
  /** How many pieces the shipments have. */
  readonly shipped: number
  readonly shipments: number
  /** When the last shipment was made; null if there is none. */
  readonly lastAt: number | null
  /** When that one arrives: see the table. */
  readonly lastArrives: string | null
}

/** What is shipped of an order and what is left. Lock the order before, so that no other transaction ships the same pieces. */
export async function findShipping(trx: Db, orderId: string): Promise<Shipping> {
  const { lines } = await withOwnLines(trx, { id: orderId })
  const shipped = await trx
    .selectFrom('shipment_lines')
    .innerJoin('shipments', 'shipments.id', 'shipment_id')
    .select(['shipment_id', 'at', 'arrives', 'position', 'quantity'])
    .where('order_id', '=', orderId)
    .orderBy('at', 'desc')
    .execute()
  const piecesOf = (quantity: (line: LineRow) => number) =>
    lines.map((line) => ({ position: line.position, quantity: quantity(line) }))
  const givenUp = piecesOf((line) => line.backordered - awaited(line))
  const notBack = leftToShip(leftToShip(piecesNotBack(lines), shipped), givenUp)
  const left = leftToShip(piecesToShip(lines), shipped)
  return {
    lines: lines.map(({ position, quantity }) => ({ position, quantity })),
    unshipped: leftToShip(piecesNotBack(lines.map((line) => ({ ...line, restocked: 0 }))), shipped),
    notBack,
    onShelf: leftToShip(notBack, piecesOf(awaited)),
    left,
    covered: leftToShip(left, piecesOf(awaited)),
    isGivenUp: sumPieces(givenUp) > 0,
    refunded: leftToShip(notBack, left),
    shipped: sumPieces(shipped),
    shipments: new Set(shipped.map(({ shipment_id }) => shipment_id)).size,
    lastAt: shipped[0]?.at ?? null,
    lastArrives: shipped[0]?.arrives ?? null,
  }
}

/** Refuses lines that the order has not (422). */
export function refuseUnknownLines(
  lines: readonly ShipmentLine[],
  named: readonly Pick<ShipmentLine, 'position'>[],
): void {
  for (const [index, { position }] of named.entries())
    if (position >= lines.length)
      throw invalidField(`lines/${index}/position`, `The order has no line ${position}; they begin with 0.`)
}

/** The shipments of these orders, the oldest first, by order. */
async function findShipments(db: Db, orderIds: readonly string[]): Promise<Map<string, Shipment[]>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('shipments')
    .select(['id', 'order_id', 'at', 'carrier', 'tracking', 'arrives'])
    .where('order_id', 'in', orderIds)
    .orderBy('order_id')
    .orderBy('at')
    .orderBy('id')
    .execute()
  const shipments = [...(await addLines(db, rows)), ...(await findLostShipments(db, orderIds))].sort(
    (one, other) => one.at - other.at || (one.id < other.id ? -1 : 1),
  )
  return new Map(
    [...Map.groupBy(shipments, (row) => row.order_id)].map(([id, own]) => [id, own.map(toShipment)]),
  )
}

async function addLines<Row extends { readonly id: string }>(db: Db, rows: readonly Row[]) {
  if (rows.length === 0) return []
  const lines = await db
    .selectFrom('shipment_lines')
    .select(['shipment_id', 'position', 'quantity'])
    .where(
      'shipment_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('shipment_id')
    .orderBy('position')
    .execute()
  const linesById = Map.groupBy(lines, (line) => line.shipment_id)
  return rows.map((row) => ({ ...row, lines: linesById.get(row.id) ?? [] }))
}

async function findLostShipments(db: Db, orderIds: readonly string[]) {
  const rows = await db.selectFrom('lost_shipments').selectAll().where('order_id', 'in', orderIds).execute()
  return rows.map((row) => ({ ...row, lines: JSON.parse(row.lines) as ShipmentLine[] }))
}

interface ShipmentRow {
  readonly id: string
  readonly at: number
  readonly carrier: string | null
  readonly tracking: string | null
  readonly arrives: string | null
  readonly lines: readonly ShipmentLine[]
  readonly lost_at?: number
  readonly reason?: string
}

function toShipment({ id, at, carrier, tracking, arrives, lines, lost_at, reason }: ShipmentRow): Shipment {
  const url = carrier !== null && tracking !== null ? trackingUrl(carrier, tracking) : undefined
  return {
    _id: id,
    at: toIso(at),
    ...(carrier !== null && { carrier }),
    ...(tracking !== null && { tracking }),
    ...(url !== undefined && { trackingUrl: url }),
    ...(arrives !== null && { arrives: JSON.parse(arrives) }),
    ...(lost_at !== undefined && { lostAt: toIso(lost_at), lostReason: reason }),
    lines: lines.map(({ position, quantity }) => ({ position, quantity })),
  }
}
