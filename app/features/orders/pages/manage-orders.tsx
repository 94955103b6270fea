import { Link, useNavigation } from 'react-router'
import { endDeadSession, loadPrivately } from '#features/accounts/parts.tsx'
import { askOrders, type OrderList } from '#features/orders/client.ts'
import { readSelection, withMore, writeSelection } from '#features/orders/pages/order-selection.ts'
import { countText, formatCount } from '#kit/count-text.ts'
import { privateMeta } from '#kit/http/page-meta.ts'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { ButtonLink } from '#kit/ui/button.tsx'
import { DataTable } from '#kit/ui/data-table.tsx'
import { EmptyState } from '#kit/ui/empty-state.tsx'
import { PageHeading } from '#kit/ui/page-heading.tsx'
import { usePolled } from '#kit/ui/use-polled.ts'
import { useSteadyRows } from '#kit/ui/use-steady-rows.ts'
import { ListLine, LoadFailure } from '../parts.tsx'
import type { Route } from './+types/manage-orders.ts'
import { managedOrderColumns, OrderStory } from './managed-order.tsx'
import { OrderFilter } from './order-filter.tsx'
import { useShipping } from './use-shipping.tsx'

/** What the shop answers to someone who is no admin any more. */
const DEADLY = [401, 403]

export const meta: Route.MetaFunction = () => privateMeta('Manage Orders')

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const selection = readSelection(new URL(request.url).searchParams)
  const list = await loadPrivately(request, () => askOrders(selection, request.signal), DEADLY)
  return { selection, list }
}

export default function ManageOrders({ loaderData: { selection, list } }: Route.ComponentProps) {
  const polled = usePolled(
    list,
    (signal) => askOrders(selection, signal),
    (error) => endDeadSession(error, DEADLY),
  )
  const { rows, box } = useSteadyRows(polled.data.orders)
  const { busyIds, ship } = useShipping({
    onChanged: (changed) => polled.change((now) => replaced(now, changed)),
    onRefused: polled.refresh,
  })
  const isFiltered = selection.q !== '' || selection.status !== undefined
  return (
    <>
      <PageHeading title="Manage Orders" />
      <OrderFilter selection={selection} />
      <div ref={box} className="grid gap-2">
        <ListLine error={polled.error} busy={polled.busy} onRetry={polled.refresh}>
          {counted(rows.length, polled.data)}
        </ListLine>
        {rows.length === 0 ? (
          <NoOrders isFiltered={isFiltered} />
        ) : (
          <DataTable
            caption="All orders, newest first"
            columns={managedOrderColumns(busyIds, ship)}
            rows={rows}
            rowKey={(order) => order._id}
            rowName={(order) => `order ${order._id}`}
            story={(order) => <OrderStory order={order} />}
          />
        )}
        {polled.data.hasMore && <ShowMore selection={selection} />}
      </div>
    </>
  )
}

function replaced(list: OrderList, changed: OrderList['orders'][number]): OrderList {
  return { ...list, orders: list.orders.map((order) => (order._id === changed._id ? changed : order)) }
}

function counted(shown: number, list: OrderList): string {
  const orders = `${countText(list)} ${list.total === 1 ? 'order' : 'orders'}`
  return shown < list.total ? `${orders}, the newest ${formatCount(shown)} shown` : orders
}

function ShowMore({ selection }: { selection: Parameters<typeof withMore>[0] }) {
  const more = withMore(selection)
  const { state } = useNavigation()
  if (!more) return <p className="py-3 text-center text-muted text-sm">Search to find older orders.</p>
  return (
    <p className="py-3 text-center">
      <ButtonLink
        to={{ search: writeSelection(more) }}
        replace
        preventScrollReset
        variant="secondary"
        aria-busy={state === 'loading'}
      >
        Show more
      </ButtonLink>
    </p>
  )
}

function NoOrders({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState title="No order matches" action={<Link to="/dashboard/manageorders">Show all orders</Link>}>
        The search looks for every word in product, customer name and e-mail.
      </EmptyState>
    )
  }
  return (
    <EmptyState title="No orders yet" art={<EmptyDrawing />}>
      What customers order is listed here, to be shipped once it is paid.
    </EmptyState>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure heading="Manage Orders" title="The orders could not be loaded" error={error} />
}
