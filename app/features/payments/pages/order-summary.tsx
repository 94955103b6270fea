import { Link } from 'react-router'
import { lineFacts } from '#features/orders/components.tsx'
import { orderPagePath } from '#features/orders/paths.ts'
import type { Order } from '#features/orders/schema.ts'
import { orderTexts } from '#features/orders/texts.ts'
import { formatTotal } from '#kit/money.ts'
import { piecesText } from '#kit/text/count-text.ts'
import { FactList } from '#kit/ui/list/fact-list.tsx'
import { DateTime } from '#kit/ui/mark/date-time.tsx'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'

/** The order that is paid. */
export function OrderSummary({ order }: { order: Order }) {
  return (
    <section aria-labelledby="order-summary" className="rounded border border-line p-4 md:p-6">
      <h2 id="order-summary" className="mb-4">
        Order
      </h2>
      <FactList
        facts={[
          { label: 'Number', value: <Link to={orderPagePath(order._id)}>{order.number}</Link> },
          { label: 'Product', value: <Unbroken text={order.product} /> },
          { label: 'Customer', value: order.name },
          { label: 'Quantity', value: piecesText(order.quantity) },
          ...lineFacts(order),
          { label: 'PO number', value: order.poNumber },
          { label: 'Held until', value: order.holdUntil && <DateTime iso={order.holdUntil} /> },
          { label: orderTexts.paid, value: order.paidAt && <DateTime iso={order.paidAt} /> },
        ]}
      />
      <p className="mt-4 flex items-baseline justify-between gap-4 border-line border-t pt-4">
        <span className="text-muted text-sm">Price</span>
        <span className="font-semibold text-xl">{formatTotal(order.totalPrice)}</span>
      </p>
    </section>
  )
}
