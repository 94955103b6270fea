import { type LineColumn, LineTable } from '#features/order-page/components.tsx'
import { isShippingStopped, leftOfOrder, notBackOfOrder, wholePieces } from '#features/orders/left-to-ship.ts'
import type { OrderDetails, OrderLine } from '#features/orders/schema.ts'
import { orderTexts } from '#features/orders/texts.ts'
import { type ShipQuantities, ShipQuantity } from '#features/shipping/components.tsx'
import { formatCount } from '#kit/text/count-text.ts'

const restockedOf = ({ restocked = 0 }: OrderLine): number => restocked

const backorderedOf = ({ backordered = 0 }: OrderLine): number => backordered

const replacedOf = ({ replaced = 0 }: OrderLine): number => replaced

const refundedOf = ({ refunded = 0 }: OrderLine): number => refunded

type ManagedLinesProps = {
  order: OrderDetails
  /** What is shipped now of the lines that have something left; without it nothing can be. */
  shipNow?: ShipQuantities
}

/** The lines of an order with what is shipped, what is left and what ships now; a narrow table has the numbers below the name. */
export function ManagedLines({ order, shipNow }: ManagedLinesProps) {
  const [left, notBack] = [leftOfOrder(order), notBackOfOrder(order)]
  const isStopped = isShippingStopped(order)
  const unshippedOf = (_: OrderLine, position: number) => left.get(position) ?? 0
  const shippedOf = (line: OrderLine, position: number) =>
    wholePieces(line) - restockedOf(line) - (notBack.get(position) ?? 0)
  const leftOf = (line: OrderLine, position: number) => (isStopped ? 0 : unshippedOf(line, position))
  const backordered: LineColumn = { name: orderTexts.onBackorder, pieces: backorderedOf }
  const restocked: LineColumn = { name: 'Put back', pieces: restockedOf }
  const replaced: LineColumn = { name: 'Sent again', pieces: replacedOf }
  const refunded: LineColumn = { name: 'Refunded', pieces: refundedOf }
  return (
    <LineTable
      lines={order.lines}
      columns={[
        { name: 'Ordered', pieces: ({ quantity }) => quantity },
        { name: 'Shipped', pieces: shippedOf },
        ...(order.lines.some((line) => line.replaced !== undefined) ? [replaced] : []),
        ...(order.lines.some((line) => line.refunded !== undefined) ? [refunded] : []),
        ...(order.lines.some((line) => line.restocked !== undefined) ? [restocked] : []),
        ...(order.lines.some((line) => line.backordered !== undefined) ? [backordered] : []),
        {
          name: 'Left',
          pieces: leftOf,
          className: (...line) =>
            leftOf(...line) > 0 && shippedOf(...line) > 0 ? 'font-medium text-wait' : '',
        },
      ]}
      wideFrom="lg"
      {...(shipNow && {
        action: {
          name: 'Ship now',
          cell: (line, position) => <ShipQuantity line={line} position={position} {...shipNow} />,
        },
      })}
      narrowText={(line, position) => {
        const unshipped = unshippedOf(line, position)
        const isPart = unshipped > 0 && shippedOf(line, position) > 0
        const notShipped = isPart ? ` · ${formatCount(unshipped)} not shipped` : ''
        const back = restockedOf(line) > 0 ? ` · ${formatCount(restockedOf(line))} put back` : ''
        const missing = backorderedOf(line) > 0 ? ` · ${formatCount(backorderedOf(line))} on backorder` : ''
        const again = replacedOf(line) > 0 ? ` · ${formatCount(replacedOf(line))} sent again` : ''
        return `${notShipped}${missing}${again}${refundedOf(line) > 0 ? ` · ${formatCount(refundedOf(line))} refunded` : ''}${back}`
      }}
    />
  )
}
