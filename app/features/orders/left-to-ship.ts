import { wholeCents } from '#kit/money.ts'
import type { Order, OrderDetails, OrderLine, Shipment, ShipmentLine } from './schema.ts'

/** Whether all of an order's money went back: by refunds and lost disputes together. */
export const isMoneyGone = ({ refundedAmount = 0, payable, dispute, lostAmount }: Order): boolean => {
  const lost = lostAmount ?? (dispute === 'lost' ? payable : 0)
  return wholeCents(refundedAmount) + wholeCents(lost) >= wholeCents(payable)
}

/** Whether the money or the pieces of an order went back, so that nothing of it ships any more: as customers know it too. */
const isBack = (order: Order): boolean =>
  isMoneyGone(order) || order.restockedAt !== undefined || piecesToShip(order.lines).length === 0

/** Whether nothing of an order ships any more, as admins read it: also while its money is on its way back. */
export const isShippingStopped = (order: OrderDetails): boolean =>
  (order.refundableAmount === 0 && order.heldAmount === undefined) || isBack(order)

/** Whether a paid order has nothing left to ship although it is not shipped. */
export const isEnded = (order: Order): boolean => order.status === 'pending' && isBack(order)

/** Whether something of the order is to be shipped: it is paid, and its shipping is not stopped. */
export const canShip = (order: OrderDetails): boolean =>
  order.status === 'pending' && order.cancelledAt === undefined && !isShippingStopped(order)

/** Whether an order goes to another country than that of the seller. */
export const goesAbroad = ({ deliverFrom, deliverTo }: Pick<Order, 'deliverFrom' | 'deliverTo'>): boolean =>
  deliverFrom !== undefined && deliverTo !== undefined && deliverTo.country !== deliverFrom

/** The pieces of each line of an order. */
const orderedPieces = (lines: readonly Pick<OrderLine, 'quantity'>[]): ShipmentLine[] =>
  lines.map(({ quantity }, position) => ({ position, quantity }))

/** A line with those of its pieces that do not ship. */
type ReducedLine = Pick<OrderLine, 'quantity' | 'restocked' | 'refunded' | 'replaced' | 'backordered'>

/** How many pieces of a line ship in all, if nothing of it goes back: those that replace returned ones too. */
export const wholePieces = ({ quantity, replaced = 0 }: Pick<ReducedLine, 'quantity' | 'replaced'>): number =>
  quantity + replaced

/** The pieces of each line that ship, without those that went back to stock; a line with none is left out. */
export const piecesNotBack = (lines: readonly ReducedLine[]): ShipmentLine[] =>
  orderedPieces(lines.map((line) => ({ quantity: wholePieces(line) - (line.restocked ?? 0) }))).filter(isAny)

/**
 * The same without those that are refunded, too. Pieces that went back to stock are the refunded ones of the line first, and
 * the other way round: the customer does not get them, and got their money back.
 */
export const piecesToShip = (lines: readonly ReducedLine[]): ShipmentLine[] =>
  orderedPieces(
    lines.map((line) => ({
      quantity: wholePieces(line) - Math.max(line.restocked ?? 0, line.refunded ?? 0),
    })),
  ).filter(isAny)

const isAny = ({ quantity }: ShipmentLine): boolean => quantity > 0

/** How many pieces these are together. */
export const sumPieces = (lines: readonly Pick<ShipmentLine, 'quantity'>[]): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0)

/** The quantities by the position of their line. */
export const byPosition = (lines: readonly ShipmentLine[]): Map<number, number> =>
  new Map(lines.map(({ position, quantity }) => [position, quantity]))

/** The pieces of the lines that no shipment has, in the sequence of the lines; a line with none left is left out. */
export function leftToShip(lines: readonly ShipmentLine[], shipped: readonly ShipmentLine[]): ShipmentLine[] {
  const sent = new Map<number, number>()
  for (const { position, quantity } of shipped) sent.set(position, (sent.get(position) ?? 0) + quantity)
  return lines
    .map(({ position, quantity }) => ({ position, quantity: quantity - (sent.get(position) ?? 0) }))
    .filter(isAny)
}

interface ShippedOrder {
  readonly lines: readonly ReducedLine[]
  readonly shipments: readonly (Pick<Shipment, 'lostAt'> & { readonly lines: readonly ShipmentLine[] })[]
}

/** Whether a shipment counts: the pieces of one that was lost are to be shipped again. */
export const isUnderWay = ({ lostAt }: Pick<Shipment, 'lostAt'>): boolean => lostAt === undefined

/** The pieces of the shipments of an order, without lost ones. */
export const shippedPieces = ({ shipments }: Pick<ShippedOrder, 'shipments'>): ShipmentLine[] =>
  shipments.filter(isUnderWay).flatMap(({ lines }) => lines)

/** How many pieces of each line are shipped, by its position. */
export function shippedByPosition(order: Pick<ShippedOrder, 'shipments'>): Map<number, number> {
  const sent = new Map<number, number>()
  for (const { position, quantity } of shippedPieces(order))
    sent.set(position, (sent.get(position) ?? 0) + quantity)
  return sent
}

/** The pieces of an order that are to be shipped, by the position of their line. */
export const leftOfOrder = (order: ShippedOrder): Map<number, number> =>
  byPosition(leftToShip(piecesToShip(order.lines), shippedPieces(order)))

/** Those of them that are in stock, so that they can be shipped now. */
export const coveredOfOrder = (order: ShippedOrder): Map<number, number> =>
  byPosition(withoutBackordered(order.lines, leftToShip(piecesToShip(order.lines), shippedPieces(order))))

/** These pieces of lines without those that are not in stock yet. */
export const withoutBackordered = (
  lines: readonly Pick<OrderLine, 'backordered'>[],
  left: readonly ShipmentLine[],
): ShipmentLine[] =>
  leftToShip(
    left,
    lines.map(({ backordered: quantity = 0 }, position) => ({ position, quantity })),
  )

/** How many pieces of an order are not in stock yet. */
export const backorderedPieces = ({
  lines,
}: {
  readonly lines: readonly Pick<OrderLine, 'backordered'>[]
}): number => lines.reduce((sum, { backordered = 0 }) => sum + backordered, 0)

/** How far an order is shipped: the lines of which nothing is open any more, and the pieces that left. */
export function shippedPart(order: ShippedOrder): { lines: number; pieces: number } {
  const [sent, open] = [shippedByPosition(order), leftOfOrder(order)]
  return {
    lines: [...sent.keys()].filter((position) => !open.has(position)).length,
    pieces: sumPieces(shippedPieces(order)),
  }
}

/** The pieces of an order that are shipped or are to be, by the position of their line. */
export function piecesOfOrder(order: OrderDetails): Map<number, number> {
  const isOver = order.cancelledAt !== undefined || isShippingStopped(order)
  const pieces = isOver ? new Map<number, number>() : leftOfOrder(order)
  for (const [position, quantity] of shippedByPosition(order))
    pieces.set(position, (pieces.get(position) ?? 0) + quantity)
  return pieces
}

/** The pieces of an order that are neither shipped nor back in stock, by the position of their line. */
export const notBackOfOrder = (order: ShippedOrder): Map<number, number> =>
  byPosition(leftToShip(piecesNotBack(order.lines), shippedPieces(order)))

/** Whether a shipment has all pieces of its order. */
export const isWholeOrder = (
  { lines }: Pick<OrderDetails, 'lines'>,
  shipment: { readonly lines: readonly ShipmentLine[] },
): boolean => leftToShip(orderedPieces(lines), shipment.lines).length === 0

/** Whether an order on account is invoiced and not all paid: then its customer can pay what is open by card. */
export const isInvoiceOpen = ({ dueAt, openAmount = 0, cancelledAt }: Order): boolean =>
  dueAt !== undefined && openAmount > 0 && cancelledAt === undefined

/** Whether its customer can still cancel an order, as far as the page knows: until it is paid, one on account until something ships. */
export const isCancellable = ({
  holdUntil,
  payment,
  paid,
  status,
  progress,
  dueAt,
  cancelledAt,
}: Order): boolean => {
  if (cancelledAt !== undefined || paid) return false
  if (payment !== 'account') return holdUntil !== undefined
  return status !== 'shipped' && progress === undefined && dueAt === undefined
}
