import type { ReactNode } from 'react'
import { arrivesText } from '#features/delivery/texts.ts'
import { TrackingLink } from '#features/order-page/order-page.ts'
import { isWholeOrder, sumPieces } from '#features/orders/left-to-ship.ts'
import type { OrderDetails, Shipment } from '#features/orders/schema.ts'
import { formatCount, linesText, piecesText } from '#kit/text/count-text.ts'
import { CopyId } from '#kit/ui/mark/copy-id.tsx'
import { DateTime } from '#kit/ui/mark/date-time.tsx'

type ShipmentListProps = {
  order: OrderDetails
  /** What can be done with a shipment. */
  actions?: (shipment: Shipment) => ReactNode
}

/** The shipments of an order; none before the first. */
export function ShipmentList({ order, actions }: ShipmentListProps) {
  if (order.shipments.length === 0) return null
  return (
    <section aria-labelledby="shipments">
      <h2 id="shipments" className="mb-3 text-lg">
        Shipments
      </h2>
      <ul className="border-line border-t text-sm">
        {order.shipments.map((shipment) => (
          <li
            key={shipment._id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-b py-2"
          >
            <ShipmentFacts order={order} shipment={shipment} />
            {actions?.(shipment)}
          </li>
        ))}
      </ul>
    </section>
  )
}

type ShipmentFactsProps = { order: OrderDetails; shipment: Shipment }

/** The most lines of a shipment that are named. */
const MAXIMUM_NAMED = 10

/** When a shipment left, with what, and where it is. */
function ShipmentFacts({ order, shipment }: ShipmentFactsProps) {
  const { at, carrier, tracking, lines, lostAt, lostReason, arrives } = shipment
  const pieces = sumPieces(lines)
  const isWhole = isWholeOrder(order, shipment)
  const named = lines
    .slice(0, MAXIMUM_NAMED)
    .map(({ position, quantity }) => `${formatCount(quantity)} × ${order.lines[position]?.sku}`)
  const others = lines.length - named.length
  return (
    <div className="min-w-0 flex-1 basis-60">
      <p>
        <span className="font-medium">{piecesText(pieces)}</span>
        <span className="text-muted">
          {isWhole && lines.length > 1 ? `, all ${linesText(lines.length)}` : null}
          {' · '}
          <DateTime iso={at} />
        </span>
      </p>
      {!isWhole && (
        <p className="text-muted wrap-anywhere">
          {named.join(', ') + (others > 0 ? ` and ${linesText(others)} more` : '')}
        </p>
      )}
      {arrives && lostAt === undefined && <p className="text-muted">{arrivesText(arrives)}</p>}
      {lostAt !== undefined && (
        <p className="text-bad wrap-anywhere">
          Lost on the way, <DateTime iso={lostAt} />: its pieces are sent again
          {lostReason !== undefined && ` · ${lostReason}`}
        </p>
      )}
      {(carrier || tracking) && (
        <p className="flex flex-wrap items-center gap-x-2">
          {carrier}
          {tracking && <CopyId value={tracking} what="tracking number" isWhole />}
          <TrackingLink shipment={shipment} />
        </p>
      )}
    </div>
  )
}
