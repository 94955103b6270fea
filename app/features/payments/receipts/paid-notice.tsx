import { Link, useLocation } from 'react-router'
import { InvoiceLink } from '#features/documents/components.tsx'
import { orderPagePath } from '#features/orders/paths.ts'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { readPaidOrder } from './paid-order.ts'

/** Which order was paid just before, with its page and its invoice; nothing on a page that was opened otherwise. */
export function PaidNotice() {
  const order = readPaidOrder(useLocation().state)
  if (!order) return null
  return (
    <Notice
      tone="good"
      action={
        <span className="flex flex-wrap gap-x-4">
          <Link to={orderPagePath(order._id)}>See the order</Link>
          <InvoiceLink orderId={order._id} />
        </span>
      }
    >
      <p className="font-medium">{`Order ${order.number} is paid`}</p>
    </Notice>
  )
}
