import { arrivesText } from '#features/delivery/texts.ts'
import { chargesOf } from '#features/orders/charges.ts'
import { TaxNotes } from '#features/orders/components.tsx'
import { formatPrice, formatTotal } from '#kit/money.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'
import type { LinkedOrder, LinkedSums } from '../schema.ts'

type Line = LinkedOrder['lines'][number]

/** What a payment link's order, or its receipt, consists of. Nothing of it is a link: the reader is here to check and to pay. */
export function LinkedLines({ order }: { order: LinkedSums }) {
  const { lines, payable, delivery } = order
  return (
    <table className="w-full">
      <caption className="sr-only">The lines of this order</caption>
      <thead>
        <tr className="border-line border-b text-left text-muted text-sm">
          <th scope="col" className="py-2 font-normal">
            {lines.length === 1 ? 'Part' : `${formatCount(lines.length)} parts`}
          </th>
          <th scope="col" className="py-2 text-right font-normal">
            Price
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <LineRow key={line.productId} line={line} />
        ))}
      </tbody>
      <tfoot className="tabular-nums">
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
      </tfoot>
    </table>
  )
}

function LineRow({ line: { product, sku, quantity, unitPrice, lineTotal } }: { line: Line }) {
  return (
    <tr className="border-line border-b align-top">
      <td className="py-3 pe-4">
        <span className="block text-balance">
          <Unbroken text={product} />
        </span>
        <span className="flex flex-wrap gap-x-3 text-muted text-sm">
          <span className="font-mono text-[0.8125rem]">
            <Unbroken text={sku} />
          </span>
          <span className="tabular-nums">
            {formatCount(quantity)} × {formatPrice(unitPrice)}
          </span>
        </span>
      </td>
      <td className="whitespace-nowrap py-3 text-right tabular-nums">{formatTotal(lineTotal)}</td>
    </tr>
  )
}
