import { endDeadSession, loadPrivately } from '#features/accounts/parts.tsx'
import { currentSession } from '#features/accounts/session.ts'
import { askMyOrders } from '#features/orders/client.ts'
import type { Order } from '#features/orders/schema.ts'
import { formatTotal } from '#kit/money.ts'
import { texts } from '#kit/texts.ts'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { Button, ButtonLink } from '#kit/ui/button.tsx'
import { CopyId } from '#kit/ui/copy-id.tsx'
import { type Column, DataTable } from '#kit/ui/data-table.tsx'
import { EmptyState } from '#kit/ui/empty-state.tsx'
import { PageHeading } from '#kit/ui/page-heading.tsx'
import { StatusBadge } from '#kit/ui/status-badge.tsx'
import { usePolled } from '#kit/ui/use-polled.ts'
import { useSteadyRows } from '#kit/ui/use-steady-rows.ts'
import { formatPieces, ListLine, LoadFailure, Moment, ShippingBadge } from '../parts.tsx'
import type { Route } from './+types/my-orders.ts'
import { CancelOrder, useCancelOrder } from './cancel-order.tsx'

/** What the shop answers when it no longer knows the customer; the page then leads to the sign-in page. */
const DEADLY = [401, 403]

export const meta: Route.MetaFunction = () => [{ title: 'My Orders · Parts Shop' }]

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadPrivately(request, ({ email }) => askMyOrders(email), DEADLY)
}

export default function MyOrders({ loaderData }: Route.ComponentProps) {
  const orders = usePolled(
    loaderData,
    (signal) => askMyOrders(currentSession()?.email ?? '', signal),
    (error) => endDeadSession(error, DEADLY),
  )
  const { rows, box } = useSteadyRows(orders.data)
  const cancelling = useCancelOrder({
    onGone: (id) => orders.change((all) => all.filter((order) => order._id !== id)),
    onRefused: orders.refresh,
  })
  return (
    <>
      <PageHeading title="My Orders" />
      <div ref={box} className="grid gap-2">
        <ListLine error={orders.error} busy={orders.busy} onRetry={orders.refresh}>
          {rows.length > 0 && `${formatPieces(rows.length)} ${rows.length === 1 ? 'order' : 'orders'}`}
        </ListLine>
        {rows.length === 0 ? (
          <NoOrders />
        ) : (
          <DataTable
            caption="My orders, newest first"
            columns={columns(cancelling.ask)}
            rows={rows}
            rowKey={(order) => order._id}
          />
        )}
      </div>
      <CancelOrder cancelling={cancelling} />
    </>
  )
}

const columns = (onCancel: (order: Order) => void): Column<Order>[] => [
  { key: 'number', header: '#', cell: (_, index) => index + 1 },
  { key: 'id', header: 'Id', cell: (order) => <CopyId value={order._id} what="order id" /> },
  { key: 'product', header: 'Product', cell: (order) => <ProductCell order={order} /> },
  { key: 'quantity', header: 'Quantity', align: 'end', cell: (order) => formatPieces(order.quantity) },
  { key: 'price', header: 'Price', align: 'end', cell: (order) => formatTotal(order.totalPrice) },
  {
    key: 'payment',
    header: 'Payment',
    className: '@min-[704px]:w-52',
    cell: (order) => <PaymentCell order={order} />,
  },
  {
    key: 'cancel',
    header: 'Cancel',
    align: 'end',
    className: '@min-[704px]:w-28',
    cell: (order) =>
      !order.paid && (
        <Button variant="danger" size="sm" onClick={() => onCancel(order)}>
          Cancel
        </Button>
      ),
  },
]

/** The part, and the one moment that matters: until when its pieces are held, or when it was paid or sent. */
function ProductCell({ order }: { order: Order }) {
  return (
    <span className="grid text-balance">
      {order.product}
      <span className="text-muted text-xs">
        {order.shippedAt ? 'Shipped ' : order.paidAt ? 'Paid ' : 'Held until '}
        <Moment iso={order.shippedAt ?? order.paidAt ?? order.holdUntil ?? order.createdAt} />
      </span>
    </span>
  )
}

function PaymentCell({ order }: { order: Order }) {
  if (!order.paid) {
    return (
      <ButtonLink to={`/dashboard/payment/${encodeURIComponent(order._id)}`} size="sm">
        Payment
      </ButtonLink>
    )
  }
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 @max-[704px]:justify-end">
      <StatusBadge tone="good">{texts.order.paid}</StatusBadge>
      {order.status && <ShippingBadge status={order.status} />}
      {order.transactionId && <CopyId value={order.transactionId} what="transaction id" />}
    </span>
  )
}

function NoOrders() {
  return (
    <EmptyState
      title="No orders yet"
      art={<EmptyDrawing />}
      action={<ButtonLink to="/#products">See all parts</ButtonLink>}
    >
      What you order is listed here, to be paid for or cancelled.
    </EmptyState>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure heading="My Orders" title="Your orders could not be loaded" error={error} />
}
