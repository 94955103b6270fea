import type { Order } from '#features/orders/schema.ts'
import { orderTexts } from '#features/orders/texts.ts'
import { addTotals, formatTotal } from '#kit/money.ts'
import { Charges, TaxNotes } from './charge-rows.tsx'
import { OrderTotal } from './order-lines.tsx'

/** What an order comes to: its lines, its delivery and its tax with what the law wants to be said, what is paid, and what went back. */
export function OrderSums({ order }: { order: Order }) {
  return (
    <div className="grid gap-2">
      <Charges order={order} />
      <OrderTotal lines={order.lines} totalPrice={order.payable} />
      <TaxNotes order={order} />
      <Refunded order={order} />
    </div>
  )
}

/** What went back, and what the customer has paid after that. */
function Refunded({ order: { payable, refundedAmount } }: { order: Order }) {
  if (refundedAmount === undefined) return null
  const rows = [
    [orderTexts.refunded, `−${formatTotal(refundedAmount)}`],
    [orderTexts.afterRefund, formatTotal(addTotals([payable, -refundedAmount]))],
  ]
  return rows.map(([text, value]) => (
    <p key={text} className="flex justify-between gap-4 text-sm tabular-nums">
      <span className="text-muted">{text}</span>
      <span>{value}</span>
    </p>
  ))
}
