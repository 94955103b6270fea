import { Link } from 'react-router'
import { may } from '#features/accounts/staff-access.tsx'
import { customerPath } from '#features/customers/paths.ts'
import { addressFacts, deliveryFacts, lineFacts } from '#features/order-page/order-page.ts'
import { chargesOf } from '#features/orders/charges.ts'
import { orderPagePath } from '#features/orders/paths.ts'
import type { Order } from '#features/orders/schema.ts'
import { orderTexts } from '#features/orders/texts.ts'
import { formatTotal } from '#kit/money.ts'
import { FactList } from '#kit/ui/list/fact-list.tsx'
import { CopyId } from '#kit/ui/mark/copy-id.tsx'
import { DateTime } from '#kit/ui/mark/date-time.tsx'
import { isRefunding } from './managed-cells.tsx'

function unmatchedRefundText({ unmatchedRefund }: Order): string | undefined {
  if (unmatchedRefund === undefined) return undefined
  return isRefunding(unmatchedRefund)
    ? 'It is being refunded.'
    : 'Its refund failed. It is tried again; you can also refund it at the payment provider.'
}

const optionalDateTime = (iso: string | undefined) => iso && <DateTime iso={iso} />

/** What is needed to ship an order, and how it stands. */
export function ManagedOrderFacts({ order }: { order: Order }) {
  return (
    <div className="grid gap-x-12 gap-y-4 lg:grid-cols-2">
      {order.toAnswer && may('orders') && (
        <p className="lg:col-span-2">
          A message waits for an answer. <Link to={orderPagePath(order._id)}>Read and answer it</Link>
        </p>
      )}
      <FactList
        facts={[{ label: 'Customer', value: <CustomerLink order={order} /> }, ...contactFacts(order)]}
      />
      <FactList
        facts={[
          { label: 'Order number', value: order.number },
          { label: 'PO number', value: order.poNumber },
          { label: 'Note', value: order.note },
          ...lineFacts(order),
          ...chargesOf(order).map(({ text, value }) => ({ label: text, value })),
          { label: 'Ordered', value: optionalDateTime(order.createdAt) },
          { label: 'Held until', value: optionalDateTime(order.holdUntil) },
          { label: 'Paid', value: optionalDateTime(order.paidAt) },
          { label: orderTexts.addressChanged, value: optionalDateTime(order.addressChangedAt) },
          { label: 'Shipped', value: optionalDateTime(order.shippedAt) },
          { label: 'Refunded', value: order.refundedAmount && formatTotal(order.refundedAmount) },
          { label: 'Dispute', value: order.dispute },
          { label: 'Unmatched payment', value: unmatchedRefundText(order) },
          {
            label: 'Transaction',
            value: order.transactionId && <CopyId value={order.transactionId} what="transaction id" />,
          },
        ]}
      />
    </div>
  )
}

/** The name on the order, which leads to the page of its customer. */
export const CustomerLink = ({ order: { customerId, name } }: { order: Order }) =>
  customerId === undefined ? name : <Link to={customerPath(customerId)}>{name}</Link>

/** How the seller reaches the customer of an order, where it goes and how. */
export const contactFacts = (order: Order) => [
  { label: 'Email', value: <a href={`mailto:${order.email}`}>{order.email}</a> },
  { label: 'Phone', value: phoneLink(order) },
  ...addressFacts(order),
  ...deliveryFacts(order),
]

/** An order with an address of its own may have no phone number. */
const phoneLink = ({ phone }: Order) =>
  phone ? <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a> : undefined
