import { useMemo } from 'react'
import { useLocation } from 'react-router'
import { currentSession } from '#features/accounts/browser-session.ts'
import { loadPrivately, signOutIfForbidden } from '#features/accounts/components.tsx'
import { CancelOrderDialog, useCancelOrder } from '#features/payments/cancel-order.tsx'
import { formatCount } from '#kit/text/count-text.ts'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { ButtonLink } from '#kit/ui/form/button.tsx'
import { useListSearch } from '#kit/ui/form/use-search-field.ts'
import { DataTable } from '#kit/ui/list/data-table.tsx'
import { EmptyState } from '#kit/ui/list/empty-state.tsx'
import { ListSearchField } from '#kit/ui/list/list-search.tsx'
import { ListStatus } from '#kit/ui/list/list-status.tsx'
import { usePolled } from '#kit/ui/list/use-polled.ts'
import { useStableRows } from '#kit/ui/list/use-stable-rows.ts'
import { LoadFailure } from '#kit/ui/page/load-failure.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { fetchMyOrders } from '../client.ts'
import { findMyOrders } from '../details/find-my-orders.ts'
import { readPlaced } from '../paths.ts'
import { ordersText } from '../texts.ts'
import type { Route } from './+types/my-orders.ts'
import { myOrderColumns } from './my-order.tsx'

export const meta: Route.MetaFunction = () => privateMeta('My Orders')

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadPrivately(request, ({ email }) => fetchMyOrders(email))
}

export default function MyOrders({ loaderData }: Route.ComponentProps) {
  const orders = usePolled(
    loaderData,
    (signal) => fetchMyOrders(currentSession()?.email ?? '', signal),
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
    <>
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
      <CancelOrderDialog cancelling={cancelling} />
    </>
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
