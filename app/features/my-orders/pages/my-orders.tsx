import { useMemo, useRef } from 'react'
import { Link, redirect, useLocation } from 'react-router'
import { currentSession } from '#features/accounts/browser-session.ts'
import { loadPrivately, signOutIfForbidden } from '#features/accounts/components.tsx'
import { SaveFile } from '#features/documents/save-file.tsx'
import { OFFERS_PATH } from '#features/offers/paths.ts'
import { CANCELLED_ORDERS_PATH, readPlaced } from '#features/orders/paths.ts'
import type { Order } from '#features/orders/schema.ts'
import { ordersText } from '#features/orders/texts.ts'
import { CancelOrderDialog, useCancelOrder } from '#features/payments/cancel-order.tsx'
import { formatCount } from '#kit/text/count-text.ts'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { ButtonLink } from '#kit/ui/form/button.tsx'
import { type ListSearch, useListSearch } from '#kit/ui/form/use-search-field.ts'
import { DataTable } from '#kit/ui/list/data-table.tsx'
import { EmptyState } from '#kit/ui/list/empty-state.tsx'
import { ListSearchField } from '#kit/ui/list/list-search.tsx'
import { ListStatus } from '#kit/ui/list/list-status.tsx'
import { NoMatch } from '#kit/ui/list/no-match.tsx'
import { type Polled, usePolled } from '#kit/ui/list/use-polled.ts'
import { useStableRows } from '#kit/ui/list/use-stable-rows.ts'
import { LoadFailure } from '#kit/ui/page/load-failure.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { WidePage } from '#kit/ui/page/page-layout.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { fetchMyOrders } from '../list/client.ts'
import { findMyOrders } from '../list/find-my-orders.ts'
import { myOrderColumns } from '../list/my-order-columns.tsx'
import type { Route } from './+types/my-orders.ts'

export const meta: Route.MetaFunction = () => privateMeta('My Orders')

export async function clientLoader({ request, url }: Route.ClientLoaderArgs) {
  // As the call names them.
  if (url.searchParams.get('state') === 'cancelled') throw redirect(CANCELLED_ORDERS_PATH)
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
      <PageHeading title="My Orders" actions={total > 0 && <ListActions search={search} />} />
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
            isShort
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
        <Link to={OFFERS_PATH} className="ms-6 inline-flex min-h-6 items-center pointer-coarse:min-h-11">
          Offers
        </Link>
      </p>
      <CancelOrderDialog cancelling={cancelling} />
    </WidePage>
  )
}

const ListActions = ({ search }: { search: ListSearch }) => (
  <div className="flex grow flex-wrap items-end gap-x-4 gap-y-2">
    <div className="min-w-0 grow basis-56">
      <ListSearchField label="Search my orders" search={search} />
    </div>
    <SaveFile path="/api/myorders.csv">Export CSV</SaveFile>
  </div>
)

const foundText = (found: number, total: number, q: string): string =>
  q === '' ? ordersText(total) : `${formatCount(found)} of ${ordersText(total)} found for “${q}”`

/** `q` is the search that finds none of the orders. */
function NoMyOrders({ q }: { q: string }) {
  if (q !== '') {
    return (
      <NoMatch
        one="order"
        many="orders"
        searched="order number, PO number, invoice number, product and part number"
      />
    )
  }
  return (
    <EmptyState
      title="No orders yet"
      art={<EmptyDrawing />}
      action={<ButtonLink to="/parts">See all parts</ButtonLink>}
    >
      What you order is listed here, to be paid for or cancelled.
    </EmptyState>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure heading="My Orders" title="Your orders could not be loaded" error={error} />
}
