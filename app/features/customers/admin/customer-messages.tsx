import { Link } from 'react-router'
import { signOutWhereForbidden } from '#features/accounts/components.tsx'
import { TO_ANSWER } from '#features/order-messages/texts.ts'
import { orderPagePath } from '#features/orders/paths.ts'
import { usePagedList } from '#kit/browser/paged-list.ts'
import { PagedRows } from '#kit/ui/list/paged-rows.tsx'
import { DateTime } from '#kit/ui/mark/date-time.tsx'
import { SkeletonRows } from '#kit/ui/mark/skeleton.tsx'
import { StatusBadge } from '#kit/ui/mark/status-badge.tsx'
import { fetchMessages } from '../client.ts'
import type { CustomerMessage } from '../schema.ts'

const fetchPage = signOutWhereForbidden(fetchMessages)

/** What was written about all orders of a customer, newest first. It is answered on the page of the order. */
export function CustomerMessages({ customerId }: { customerId: string }) {
  const list = usePagedList(fetchPage, customerId)
  return (
    <section aria-labelledby="messages" className="min-w-0">
      <h2 id="messages" className="mb-3 text-lg">
        Messages
      </h2>
      <PagedRows
        list={list}
        what="messages"
        skeleton={<SkeletonRows className="h-11 w-full" />}
        empty={<p className="text-muted text-sm">Nothing was written about the orders of this customer.</p>}
      >
        {(messages) => (
          <ul className="grid gap-3 text-sm">
            {messages.map((message) => (
              <Message key={message._id} message={message} />
            ))}
          </ul>
        )}
      </PagedRows>
    </section>
  )
}

const Message = ({
  message: { orderId, number, at, by, text, email, waits },
}: {
  message: CustomerMessage
}) => (
  <li className={by === 'shop' ? 'border-brand border-s-2 ps-3' : 'border-edge border-s-2 ps-3'}>
    <p className="flex flex-wrap items-center gap-x-2 text-muted text-xs wrap-anywhere">
      <span className="font-medium text-ink">{by === 'shop' ? 'Shop' : 'Customer'}</span>
      {email}
      <DateTime iso={at} />
      <Link to={orderPagePath(orderId)}>{`Order ${number}`}</Link>
      {waits && <StatusBadge tone="waiting">{TO_ANSWER}</StatusBadge>}
    </p>
    <p className="max-w-prose whitespace-pre-line wrap-anywhere">{text}</p>
  </li>
)
