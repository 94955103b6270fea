import { taxText } from '#features/tax/texts.ts'
import { formatTotal } from '#kit/money.ts'
import { chargesOf } from '../charges.ts'
import type { Order } from '../schema.ts'
import { orderTexts } from '../texts.ts'
import { OrderTotal } from './order-lines.tsx'

/** What an order comes to: its lines, its delivery and its tax with what the law wants to be said, what is paid, and what went back. */
export function OrderSums({ order }: { order: Order }) {
  return (
    <div className="grid gap-2">
      <Charges order={order} />
      <OrderTotal lines={order.lines} totalPrice={order.payable} />
      <TaxNotes order={order} />
      {order.refundedAmount !== undefined && (
        <p className="flex justify-between gap-4 text-sm tabular-nums">
          <span className="text-muted">{orderTexts.refunded}</span>
          <span>{`−${formatTotal(order.refundedAmount)}`}</span>
        </p>
      )}
    </div>
  )
}

/** The sums that make what is paid; nothing when nothing is added. */
export function Charges({ order }: { order: Parameters<typeof chargesOf>[0] }) {
  const charges = chargesOf(order)
  if (charges.length === 0) return null
  return (
    <dl className="grid gap-1 text-sm tabular-nums">
      {charges.map(({ text, value }) => (
        <div key={text} className="flex justify-between gap-4">
          <dt className="text-muted wrap-anywhere">{text}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Which tax is in what is paid, unless a sum says it, and its note. Nothing of an order from before taxes were decided. */
export function TaxNotes({ order: { tax } }: { order: Pick<Order, 'tax'> }) {
  if (!tax) return null
  return (
    <div className="text-pretty text-end text-muted text-sm empty:hidden">
      {tax.kind !== 'added' && <p>{taxText(tax)}</p>}
      {tax.note !== undefined && <p>{tax.note}</p>}
    </div>
  )
}
