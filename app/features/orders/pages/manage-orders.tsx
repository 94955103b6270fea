import { type RefObject, useEffect, useRef } from 'react'
import { Link, useNavigation } from 'react-router'
import { loadPrivately, signOutIfForbidden } from '#features/accounts/components.tsx'
import { countText, formatCount } from '#kit/count-text.ts'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { ButtonLink } from '#kit/ui/button.tsx'
import { DataTable } from '#kit/ui/data-table.tsx'
import { EmptyState } from '#kit/ui/empty-state.tsx'
import { focusRow } from '#kit/ui/focus-row.ts'
import { PageHeading } from '#kit/ui/page-heading.tsx'
import { privateMeta, searchTitle } from '#kit/ui/page-meta.ts'
import { usePolled } from '#kit/ui/use-polled.ts'
import { useStableRows } from '#kit/ui/use-stable-rows.ts'
import { fetchOrders, type OrderList } from '../client.ts'
import { ListStatus, LoadFailure } from '../components.tsx'
import { readSelection, withMore, writeSelection } from '../order-selection.ts'
import type { Route } from './+types/manage-orders.ts'
import { ManagedOrderFacts, managedOrderColumns } from './managed-order.tsx'
import { OrderFilter } from './order-filter.tsx'
import { useShipping } from './use-shipping.tsx'

export const meta: Route.MetaFunction = ({ location }) => privateMeta(searchTitle('Manage Orders', location))

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const selection = readSelection(new URL(request.url).searchParams)
  const list = await loadPrivately(request, () => fetchOrders(selection, request.signal))
  return { selection, list }
}

export default function ManageOrders({ loaderData: { selection, list } }: Route.ComponentProps) {
  const polled = usePolled(list, (signal) => fetchOrders(selection, signal), signOutIfForbidden)
  const { rows, box } = useStableRows(polled.data.orders)
  useFocusOnMore(box, selection.show, rows.length)
  const { busyIds, changeStatus } = useShipping({
    onChanged: (changed) => polled.change((now) => replaceOrder(now, changed)),
    onRefused: polled.refresh,
  })
  const isFiltered = selection.q !== '' || selection.status !== undefined
  return (
    <>
      <PageHeading title="Manage Orders" />
      <OrderFilter selection={selection} />
      <div ref={box} className="grid gap-2">
        <ListStatus error={polled.error} busy={polled.busy} onRetry={polled.refresh}>
          {countLabel(rows.length, polled.data)}
        </ListStatus>
        {rows.length === 0 ? (
          <NoManagedOrders isFiltered={isFiltered} />
        ) : (
          <DataTable
            caption="All orders, newest first"
            isShort
            columns={managedOrderColumns(busyIds, changeStatus)}
            rows={rows}
            rowKey={(order) => order._id}
            rowName={(order) => `order ${order._id}`}
            details={(order) => <ManagedOrderFacts order={order} />}
          />
        )}
        {polled.data.hasMore && <ShowMore selection={selection} />}
      </div>
    </>
  )
}

function replaceOrder(list: OrderList, changed: OrderList['orders'][number]): OrderList {
  return { ...list, orders: list.orders.map((order) => (order._id === changed._id ? changed : order)) }
}

function countLabel(shown: number, list: OrderList): string {
  const orders = `${countText(list)} ${list.total === 1 ? 'order' : 'orders'}`
  return shown < list.total ? `${orders}, the newest ${formatCount(shown)} shown` : orders
}

/** Focuses the first order that "Show more" added. */
function useFocusOnMore(box: RefObject<HTMLElement | null>, show: number, length: number): void {
  const previous = useRef({ show, length })
  useEffect(() => {
    const before = previous.current
    if (show > before.show && length <= before.length) return
    previous.current = { show, length }
    if (show > before.show) focusRow(box.current, before.length)
  }, [box, show, length])
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

function NoManagedOrders({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState title="No order matches" action={<Link to="/dashboard/manageorders">Show all orders</Link>}>
        The search looks for every word in order number, PO number, product, part number, customer, e-mail and
        address, and for ids by their ending.
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
