import { currentSession } from '#features/accounts/browser-session.ts'
import { loadPrivately, signOutIfForbidden } from '#features/accounts/components.tsx'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { ButtonLink } from '#kit/ui/button.tsx'
import { DataTable } from '#kit/ui/data-table.tsx'
import { EmptyState } from '#kit/ui/empty-state.tsx'
import { ListStatus } from '#kit/ui/list-status.tsx'
import { LoadFailure } from '#kit/ui/load-failure.tsx'
import { PageHeading } from '#kit/ui/page-heading.tsx'
import { privateMeta } from '#kit/ui/page-meta.ts'
import { usePolled } from '#kit/ui/use-polled.ts'
import { useStableRows } from '#kit/ui/use-stable-rows.ts'
import { fetchMyOrders } from '../client.ts'
import { ordersText } from '../texts.ts'
import type { Route } from './+types/my-orders.ts'
import { CancelOrderDialog, useCancelOrder } from './cancel-order.tsx'
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
  const { rows, box } = useStableRows(orders.data)
  const cancelling = useCancelOrder({
    onCancelled: (id) => orders.change((all) => all.filter((order) => order._id !== id)),
    onRefused: orders.refresh,
  })
  return (
    <>
      <PageHeading title="My Orders" />
      <div ref={box} className="grid gap-2">
        {(rows.length > 0 || orders.error !== null) && (
          <ListStatus error={orders.error} busy={orders.busy} onRetry={orders.refresh}>
            {ordersText(rows.length)}
          </ListStatus>
        )}
        {rows.length === 0 ? (
          <NoMyOrders />
        ) : (
          <DataTable
            caption="My orders, newest first"
            columns={myOrderColumns(cancelling.open)}
            rows={rows}
            rowKey={(order) => order._id}
          />
        )}
      </div>
      <CancelOrderDialog cancelling={cancelling} />
    </>
  )
}

function NoMyOrders() {
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
