import { arrivesText } from '#features/delivery/texts.ts'
import { TaxNotes } from '#features/order-page/components.tsx'
import { chargesOf } from '#features/orders/charges.ts'
import { formatTotal } from '#kit/money.ts'
import { PaymentLines } from '../card/payment-lines.tsx'
import type { LinkedSums } from '../schema.ts'

/** What a payment link's order, or its receipt, consists of. Nothing of it is a link: the reader is here to check and to pay. */
export function LinkedLines({ order, isFolded = false }: { order: LinkedSums; isFolded?: boolean }) {
  return (
    <div className="min-w-0">
      <PaymentLines lines={order.lines} isFolded={isFolded} />
      <SumTable order={order} />
    </div>
  )
}

function SumTable({ order }: { order: LinkedSums }) {
  const { payable, delivery } = order
  return (
    <table className="w-full tabular-nums">
      <caption className="sr-only">What they come to</caption>
      <tbody>
        {chargesOf(order).map(({ text, value }) => (
          <tr key={text} className="text-sm">
            <th scope="row" className="pt-2 text-left font-normal text-muted">
              {text}
            </th>
            <td className="whitespace-nowrap pt-2 text-right">{value}</td>
          </tr>
        ))}
        <tr>
          <th scope="row" className="py-3 text-left font-normal text-muted text-sm">
            Total
          </th>
          <td className="whitespace-nowrap py-3 text-right font-semibold text-xl">{formatTotal(payable)}</td>
        </tr>
        {(order.tax || delivery) && (
          <tr>
            <td colSpan={2} className="text-muted text-sm">
              <TaxNotes order={order} />
              {delivery && <p className="text-end">{arrivesText(delivery.arrives)}</p>}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  )
}
