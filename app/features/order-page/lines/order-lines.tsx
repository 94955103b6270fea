import { leftOfOrder, shippedByPosition, sumPieces } from '#features/orders/left-to-ship.ts'
import type { OrderDetails, OrderLine } from '#features/orders/schema.ts'
import { backorderedText, orderTexts } from '#features/orders/texts.ts'
import { formatTotal } from '#kit/money.ts'
import { formatCount, linesText, piecesText } from '#kit/text/count-text.ts'
import { LineTable } from './line-table.tsx'

type OrderLinesProps = {
  lines: readonly OrderLine[]
  /** Of an order that is shipped in part: what of each line is still to come. */
  shipping?: Pick<OrderDetails, 'lines' | 'shipments' | 'progress'>
}

/** The lines of an order for its customer. */
export function OrderLines({ lines, shipping }: OrderLinesProps) {
  const open = shipping?.progress && leftOfOrder(shipping)
  const sent = shipping && shippedByPosition(shipping)
  return (
    <LineTable
      lines={lines}
      note={({ quantity, restocked, refunded, replaced, backordered }, position) => (
        <>
          {open && (
            <span className={open.has(position) ? 'block text-wait' : 'block text-muted'}>
              {openText(sent?.get(position) ?? 0, open.get(position) ?? 0)}
            </span>
          )}
          {backordered !== undefined && (
            <span className="block text-wait">{backorderedText(backordered, quantity)}</span>
          )}
          {replaced !== undefined && (
            <span className="block text-muted">{`${piecesText(replaced)} sent again after a return`}</span>
          )}
          {refunded !== undefined && (
            <span className="block text-muted">{`${piecesText(refunded)} refunded`}</span>
          )}
          {restocked !== undefined && restocked > (refunded ?? 0) && (
            <span className="block text-muted">{`${piecesText(restocked)} not to be shipped any more`}</span>
          )}
        </>
      )}
    />
  )
}

/** "Shipped", "50 pieces shipped, 150 open", "200 pieces open"; nothing of a line of which nothing ships. */
function openText(sent: number, open: number): string | undefined {
  if (open === 0) return sent > 0 ? orderTexts.shippedStatus : undefined
  return sent > 0 ? `${piecesText(sent)} shipped, ${formatCount(open)} open` : `${piecesText(open)} open`
}

type OrderTotalProps = { lines: readonly OrderLine[]; totalPrice: number }

/** How many lines and pieces an order has, and what it costs. */
export function OrderTotal({ lines, totalPrice }: OrderTotalProps) {
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-4">
      <span className="text-muted text-sm">{`${linesText(lines.length)}, ${piecesText(sumPieces(lines))}`}</span>
      <span className="flex items-baseline gap-4">
        <span className="text-muted text-sm">Total</span>
        <span className="font-semibold text-xl">{formatTotal(totalPrice)}</span>
      </span>
    </p>
  )
}
