import { useMemo, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { currentSession } from '#features/accounts/browser-session.ts'
import { loadPrivately, signOutIfForbidden } from '#features/accounts/components.tsx'
import { arrivesText } from '#features/delivery/texts.ts'
import { OrderBadges } from '#features/orders/components.tsx'
import { isEnded } from '#features/orders/left-to-ship.ts'
import { OrderId } from '#features/orders/order-page.ts'
import { CANCELLED_ORDERS_PATH, paymentPath, readPlaced } from '#features/orders/paths.ts'
import type { Order } from '#features/orders/schema.ts'
import { ordersText, orderTexts } from '#features/orders/texts.ts'
import { CancelOrderDialog, useCancelOrder } from '#features/payments/cancel-order.tsx'
import { formatTotal } from '#kit/money.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { HOUR_MS } from '#kit/time.ts'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { Button, ButtonLink } from '#kit/ui/form/button.tsx'
import { useListSearch } from '#kit/ui/form/use-search-field.ts'
import { type Column, DataTable } from '#kit/ui/list/data-table.tsx'
import { EmptyState } from '#kit/ui/list/empty-state.tsx'
import { ListSearchField } from '#kit/ui/list/list-search.tsx'
import { ListStatus } from '#kit/ui/list/list-status.tsx'
import { type Polled, usePolled } from '#kit/ui/list/use-polled.ts'
import { useStableRows } from '#kit/ui/list/use-stable-rows.ts'
import { CopyId } from '#kit/ui/mark/copy-id.tsx'
import { DateTime } from '#kit/ui/mark/date-time.tsx'
import { StatusBadge } from '#kit/ui/mark/status-badge.tsx'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'
import { LoadFailure } from '#kit/ui/page/load-failure.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { WidePage } from '#kit/ui/page/page-layout.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { useNow } from '#kit/ui/page/use-now.ts'
import { fetchMyOrders } from '../list/client.ts'
import { findMyOrders } from '../list/find-my-orders.ts'
import type { Route } from './+types/my-orders.ts'

export const meta: Route.MetaFunction = () => privateMeta('My Orders')

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadPrivately(request, ({ email }) => fetchMyOrders(email))
}

/** Every so many requests all orders are read. */
const OLDER_EVERY = 10

export default function MyOrders({ loaderData }: Route.ComponentProps) {
  const polls = useRef(0)
  const orders: Polled<Order[]> = usePolled(
    loaderData,
    (signal) => {
      polls.current += 1
      // Older orders than the newest hundred are read again more seldom.
      const known = polls.current % OLDER_EVERY === 0 ? undefined : orders.data
      return fetchMyOrders(currentSession()?.email ?? '', signal, known)
    },
    signOutIfForbidden,
  )
  const search = useListSearch()
  const placed = readPlaced(useLocation().state)
  const found = useMemo(() => findMyOrders(orders.data, search.q), [orders.data, search.q])
  const { rows, box } = useStableRows(found)
  const cancelling = useCancelOrder({
    onCancelled: (id) => orders.change((all) => all.filter((order) => order._id !== id)),
    onRefused: orders.refresh,
  })
  const total = orders.data.length
  return (
    <WidePage>
      <PageHeading
        title="My Orders"
        actions={total > 0 && <ListSearchField label="Search my orders" search={search} />}
      />
      <div ref={box} className="grid gap-2">
        {(total > 0 || orders.error !== null) && (
          <ListStatus error={orders.error} busy={orders.busy} onRetry={orders.refresh}>
            <span role="status">{foundText(rows.length, total, search.q)}</span>
          </ListStatus>
        )}
        {rows.length === 0 ? (
          <NoMyOrders q={total > 0 ? search.q : ''} />
        ) : (
          <DataTable
            caption="My orders, newest first"
            columns={myOrderColumns(cancelling.open, placed)}
            rows={rows}
            rowKey={(order) => order._id}
            isMarked={(order) => order._id === placed}
          />
        )}
      </div>
      <p className="mt-4 text-sm">
        <Link to={CANCELLED_ORDERS_PATH} className="inline-flex min-h-6 items-center pointer-coarse:min-h-11">
          Cancelled orders
        </Link>
      </p>
      <CancelOrderDialog cancelling={cancelling} />
    </WidePage>
  )
}

const foundText = (found: number, total: number, q: string): string =>
  q === '' ? ordersText(total) : `${formatCount(found)} of ${ordersText(total)} found for “${q}”`

/** `q` is the search that finds none of the orders. */
function NoMyOrders({ q }: { q: string }) {
  if (q !== '') {
    return (
      <EmptyState
        title="No order matches"
        action={
          <ButtonLink to={{ search: '' }} variant="secondary">
            Show all orders
          </ButtonLink>
        }
      >
        The search looks for every word in order number, PO number, product and part number.
      </EmptyState>
    )
  }
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

/** The columns of My Orders. `placed` is the id of the order that was placed just before. */
export const myOrderColumns = (
  onCancel: (order: Order) => void,
  placed: string | undefined,
): Column<Order>[] => [
  { key: 'number', header: '#', cell: (_, index) => index + 1 },
  {
    key: 'id',
    header: 'Id',
    cell: (order) => (
      <OrderId order={order}>
        {order._id === placed && <StatusBadge tone="good">{orderTexts.justPlaced}</StatusBadge>}
      </OrderId>
    ),
  },
  {
    key: 'product',
    header: 'Product',
    className: '@max-[704px]:col-span-full',
    cell: (order) => <MyProductCell order={order} />,
  },
  { key: 'quantity', header: 'Quantity', align: 'end', cell: (order) => formatCount(order.quantity) },
  { key: 'price', header: 'Price', align: 'end', cell: (order) => formatTotal(order.payable) },
  {
    key: 'payment',
    header: 'Payment',
    className: '@min-[704px]:w-52',
    cell: (order) => <MyPaymentCell order={order} />,
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

/** The part, and until when it is held, or when it was paid or shipped, and then when it arrives. */
function MyProductCell({ order }: { order: Order }) {
  const now = useNow(HOUR_MS)
  return (
    <span className="grid text-balance">
      <Unbroken text={order.product} />
      <span className="text-muted text-xs">
        {order.shippedAt ? 'Shipped ' : order.paidAt ? 'Paid ' : 'Held until '}
        <DateTime iso={order.shippedAt ?? order.paidAt ?? order.holdUntil ?? order.createdAt} />
      </span>
      {order.delivery && order.paid && !isEnded(order) && (
        <span className="text-muted text-xs">{arrivesText(order.delivery.arrives, now)}</span>
      )}
    </span>
  )
}

function MyPaymentCell({ order }: { order: Order }) {
  if (!order.paid) {
    return (
      <ButtonLink to={paymentPath(order._id)} size="sm">
        Payment
      </ButtonLink>
    )
  }
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 @max-[704px]:justify-end">
      <OrderBadges order={order} />
      {order.transactionId && <CopyId value={order.transactionId} what="transaction id" />}
    </span>
  )
}
