import {
  backorderedPieces,
  isShippingStopped,
  isWholeOrder,
  leftToShip,
  type OrderDetails,
  type OrderLine,
  piecesToShip,
  type Shipment,
  shippedPieces,
  sumPieces,
  withoutBackordered,
} from '#features/orders/orders.ts'
import type { ShipmentLine } from '#features/orders/schema.ts'
import type { Cell } from '#kit/pdf/table.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { orderPaperTexts } from '../texts.ts'
import {
  commonPaper,
  customsFacts,
  dayIn,
  type OrderPaper,
  orderFacts,
  PART_COLUMNS,
  type PaperSource,
  partCell,
  recipientText,
} from './order-paper.ts'
import { weightOf } from './shipped-pieces.ts'

/** What a packing slip is about: what is packed now, or one shipment of the order. */
export interface PackingSource extends PaperSource {
  readonly order: OrderDetails
  readonly shipment?: Shipment
  /** When what is packed arrives, if that is other than was promised. */
  readonly arrives?: { readonly from: string; readonly to: string } | undefined
}

/**
 * What to put into the parcel, without prices: what is left to ship and in stock, and of an order that is shipped everything. Nothing of
 * one that is cancelled or whose money went back. With a shipment the pieces of that.
 */
export function packingSlipPaper(source: PackingSource): OrderPaper {
  const { order, shipment, arrives = shipment?.arrives } = source
  const { packingSlip, phone, note, pieces, carrier, tracking } = orderPaperTexts
  const { lines, banner, remark } = packedNow(source)
  const rows = lines.map(({ position, quantity }) => [
    String(position + 1),
    order.lines[position]?.sku ?? '',
    packedCell(order.lines[position]),
    formatCount(quantity),
    '\u2610',
  ])
  const common = commonPaper(source)
  return {
    ...common,
    recipient: recipientText(order, order.deliverTo),
    banner: [banner, addressText(source), common.banner].filter(Boolean).join(' '),
    kind: packingSlip,
    heading: `${packingSlip} ${order.number}`,
    at: Date.parse(shipment?.at ?? order.createdAt),
    facts: [
      ...orderFacts(shipment ? { ...source, order: { ...order, shippedAt: shipment.at } } : source),
      ...(shipment?.carrier === undefined ? [] : [[carrier, shipment.carrier] as const]),
      ...(shipment?.tracking === undefined ? [] : [[tracking, shipment.tracking] as const]),
      ...customsFacts({
        weight: weightOf(order, lines),
        ...(order.delivery && {
          delivery: { ...order.delivery, arrives: arrives ?? order.delivery.arrives },
        }),
      }),
      ...(order.phone ? [[phone, order.phone] as const] : []),
    ],
    columns: [...PART_COLUMNS, { title: orderPaperTexts.packed, width: 'content', align: 'end' }],
    rows,
    carried: [],
    sums: [{ text: pieces, value: formatCount(sumPieces(lines)), isTotal: true }],
    remarks: [remark, order.note === undefined ? '' : `${note}: ${order.note}`],
  }
}

const packedCell = (line: OrderLine | undefined): Cell => (line ? partCell(line) : '')

const addressText = ({ order: { addressChangedAt }, timeZone }: PaperSource): string =>
  addressChangedAt === undefined ? '' : orderPaperTexts.addressChanged(dayIn(timeZone, addressChangedAt))

/** The lines of a packing slip, and why these are not those of the order. */
function packedNow({ order, shipment }: PackingSource) {
  const { onlyLeft, onlyCovered, allAwaited, onlyShipment, allShipped, moneyBack, restocked, unpaid } =
    orderPaperTexts
  const ordered = piecesToShip(order.lines)
  if (shipment) {
    return { lines: shipment.lines, banner: '', remark: isWholeOrder(order, shipment) ? '' : onlyShipment }
  }
  // The paper says in any case that an order is cancelled.
  if (order.cancelledAt !== undefined) return { lines: [], banner: '', remark: '' }
  const shipped = shippedPieces(order)
  if (order.status === 'shipped') return { lines: sumOfLines(shipped), banner: '', remark: allShipped }
  const { refundableAmount = 0 } = order
  if (isShippingStopped(order))
    return { lines: [], banner: refundableAmount > 0 ? restocked : moneyBack, remark: '' }
  // One on account ships before it is paid.
  const mayShip = order.status !== undefined
  const lines = withoutBackordered(order.lines, leftToShip(ordered, shipped))
  const isAwaiting = backorderedPieces(order) > 0
  const remarks = [...(shipped.length > 0 ? [onlyLeft] : []), ...(isAwaiting ? [onlyCovered] : [])]
  return {
    lines,
    banner: mayShip ? (lines.length === 0 ? allAwaited : '') : unpaid,
    remark: remarks.join(' '),
  }
}

/** The pieces of each line together. */
const sumOfLines = (pieces: readonly ShipmentLine[]): ShipmentLine[] =>
  [...Map.groupBy(pieces, ({ position }) => position)]
    .map(([position, own]) => ({ position, quantity: sumPieces(own) }))
    .sort((one, other) => one.position - other.position)
