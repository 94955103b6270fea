import { chargesOf } from '#features/orders/charges.ts'
import type { Order } from '#features/orders/schema.ts'
import { taxText } from '#features/tax/texts.ts'

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
