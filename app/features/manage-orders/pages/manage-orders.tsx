import { type RefObject, useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'
import { loadPrivately, signOutIfForbidden } from '#features/accounts/components.tsx'
import { ForRight, may } from '#features/accounts/staff-access.tsx'
import { NEW_CUSTOMER_PATH } from '#features/customers/paths.ts'
import type { Order } from '#features/orders/schema.ts'
import type { OrderStatus } from '#features/orders/states.ts'
import { ordersText } from '#features/orders/texts.ts'
import { RETURNS_PATH } from '#features/returns/paths.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { tabToBar } from '#kit/ui/admin/bar-focus.ts'
import { ChooseMatching } from '#kit/ui/admin/choose-matching.tsx'
import { ChooseAll, TINT_CHOSEN } from '#kit/ui/admin/chosen.tsx'
import { ColumnsMenu } from '#kit/ui/admin/columns-menu.tsx'
import { ExportButton } from '#kit/ui/admin/export-button.tsx'
import { type Chosen, useChosen } from '#kit/ui/admin/use-chosen.ts'
import { ButtonLink } from '#kit/ui/form/button.tsx'
import { DataTable } from '#kit/ui/list/data-table.tsx'
import { ListStatus } from '#kit/ui/list/list-status.tsx'
import { focusRow } from '#kit/ui/list/row-focus.ts'
import { usePolled } from '#kit/ui/list/use-polled.ts'
import { useStableRows } from '#kit/ui/list/use-stable-rows.ts'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { LoadFailure } from '#kit/ui/page/load-failure.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { WidePage } from '#kit/ui/page/page-layout.tsx'
import { privateMeta, searchTitle } from '#kit/ui/page/page-meta.ts'
import { ChosenActions } from '../chosen/chosen-actions.tsx'
import { fetchColumns } from '../columns/client.ts'
import { columnChoices, useOrderColumns } from '../columns/use-columns.ts'
import { fetchOrders, type OrderList } from '../list/client.ts'
import { ManagedOrderFacts } from '../list/managed-facts.tsx'
import { columnLabels, managedOrderColumns } from '../list/managed-order.tsx'
import { NoManagedOrders } from '../list/no-orders.tsx'
import { FilteredBy, OrderFilter } from '../list/order-filter.tsx'
import {
  captionOf,
  filterOf,
  MAXIMUM_SHOWN,
  type OrderSelection,
  readSelection,
  withMore,
  writeSelection,
} from '../list/order-selection.ts'
import { useAllOrders } from '../list/use-all-matching.ts'
import { useOrderKeys } from '../list/use-order-keys.ts'
import { useStatusChange } from '../list/use-status-change.tsx'
import type { ViewFilter } from '../schema.ts'
import { fetchViews } from '../views/client.ts'
import { SavedViews, ViewTools } from '../views/saved-views.tsx'
import type { SavedView } from '../views/schema.ts'
import type { Route } from './+types/manage-orders.ts'

export const meta: Route.MetaFunction = ({ location }) => privateMeta(searchTitle('Manage Orders', location))

export async function clientLoader({ request, url }: Route.ClientLoaderArgs) {
  const selection = readSelection(url.searchParams)
  return loadPrivately(request, async () => {
    const [list, views, columns] = await Promise.all([
      fetchOrders(selection, request.signal),
      // The list is of use without them.
      may('orders') ? fetchViews(request.signal).catch(() => undefined) : undefined,
      fetchColumns(request.signal).catch(() => undefined),
    ])
    return { selection, filter: filterOf(selection), list, views, columns: columns?.columns }
  })
}

export default function ManageOrders({ loaderData }: Route.ComponentProps) {
  const { selection, filter, list, views } = loaderData
  const columns = useOrderColumns(loaderData.columns)
  const polled = usePolled(list, (signal) => fetchOrders(selection, signal), signOutIfForbidden)
  const { rows, box } = useStableRows(polled.data.orders)
  useFocusOnMore(box, selection.show, rows.length)
  const shipping = useStatusChange({
    onChanged: (changed) => polled.change((now) => replaceOrders(now, changed)),
    onOutdated: polled.refresh,
  })
  const ids = rows.map(({ _id }) => _id)
  const matching = useAllOrders(filter)
  const chosen = useChosen(ids, matching.ids)
  useOrderKeys(box, () => {
    chosen.clear()
    return chosen.ids.size > 0
  })
  const origin = { orderList: { search: writeSelection(selection), ids } }
  const { busyIds } = shipping
  const onChange = (order: Order, status: OrderStatus) =>
    void (status === 'shipped' ? shipping.ship([order]) : shipping.revert(order))
  return (
    <WidePage>
      <ListHead
        columns={columns}
        filter={filter}
        views={views}
        hasCompanies={polled.data.orders.some(({ company }) => company !== undefined)}
      />
      <div className="grid grid-cols-1 gap-2 md:-mt-4">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it is about the controls of the rows. */}
        <div
          ref={box}
          onKeyDown={tabToBar}
          className={classNames('grid grid-cols-1 gap-2 md:gap-0', TINT_CHOSEN)}
        >
          <ListStatus error={polled.error} busy={polled.busy} onRetry={polled.refresh}>
            <ListChoice rows={rows.length} list={polled.data} {...{ filter, chosen, matching }} />
          </ListStatus>
          {rows.length === 0 ? (
            <NoManagedOrders filter={filter} />
          ) : (
            <OrdersTable
              rows={rows}
              columns={managedOrderColumns({
                busyIds,
                onChange,
                chosen,
                origin,
                filter,
                shown: columns.shown,
              })}
              filter={filter}
            />
          )}
          {polled.data.hasMore && <ShowMore selection={selection} />}
        </div>
        <ForRight right="orders">
          <ChosenActions
            rows={matching.rows ?? rows}
            chosen={chosen}
            shipping={shipping}
            onChanged={polled.refresh}
          />
        </ForRight>
      </div>
    </WidePage>
  )
}

type ListHeadProps = ListActionsProps & { views: readonly SavedView[] | undefined; hasCompanies: boolean }

/** What stands above the list: its actions, and which orders it has. */
const ListHead = ({ columns, filter, views, hasCompanies }: ListHeadProps) => (
  <div className="grid grid-cols-1 gap-6 md:gap-3">
    <PageHeading title="Manage Orders" actions={<ListActions columns={columns} filter={filter} />} />
    <ForRight right="orders">
      <SavedViews views={views} filter={filter} />
    </ForRight>
    <OrderFilter filter={filter} hasCompanies={hasCompanies} />
    <FilteredBy filter={filter}>{views && <ViewTools views={views} filter={filter} />}</FilteredBy>
  </div>
)

type ListChoiceProps = {
  /** How many are shown. */
  rows: number
  list: OrderList
  filter: ViewFilter
  chosen: Chosen
  matching: ReturnType<typeof useAllOrders>
}

/** How many orders there are, and the choice of all that are shown or that match. */
const ListChoice = ({ rows, list, filter, chosen, matching }: ListChoiceProps) => (
  <span className="flex flex-wrap items-center gap-x-4">
    {rows > 0 && may('orders') && <ChooseAll chosen={chosen} shown={rows} />}
    {rows > 0 && chosen.ids.size === rows && list.hasMore && (
      <ChooseMatching
        total={list.total}
        isTotalCut={list.isTotalCut}
        most={MAXIMUM_SHOWN}
        matching={matching}
        onChosen={chosen.add}
      />
    )}
    <span>{countLabel(rows, list, filter)}</span>
  </span>
)

type OrdersTableProps = { rows: Order[]; columns: ReturnType<typeof managedOrderColumns>; filter: ViewFilter }

const OrdersTable = ({ rows, columns, filter }: OrdersTableProps) => (
  <DataTable
    caption={captionOf(filter)}
    isShort
    isDense
    columns={columns}
    rows={rows}
    rowKey={(order) => order._id}
    rowName={(order) => `order ${order._id}`}
    details={(order) => <ManagedOrderFacts order={order} />}
  />
)

function replaceOrders(list: OrderList, changed: readonly Order[]): OrderList {
  const byId = new Map(changed.map((order) => [order._id, order]))
  return { ...list, orders: list.orders.map((order) => byId.get(order._id) ?? order) }
}

function countLabel(shown: number, list: OrderList, { sort }: ViewFilter): string {
  const orders = ordersText(list.total, list.isTotalCut)
  const which = sort ? 'first' : 'newest'
  return shown < list.total ? `${orders}, the ${which} ${formatCount(shown)} shown` : orders
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

function ShowMore({ selection }: { selection: OrderSelection }) {
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

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure heading="Manage Orders" title="The orders could not be loaded" error={error} />
}

type ListActionsProps = { columns: ReturnType<typeof useOrderColumns>; filter: ViewFilter }

const ListActions = ({ columns: { shown, toggle }, filter }: ListActionsProps) => (
  <>
    <ButtonLink to={RETURNS_PATH} variant="quiet">
      Returns
    </ButtonLink>
    {toggle && <ColumnsMenu choices={columnChoices} labels={columnLabels} shown={shown} onToggle={toggle} />}
    <ExportOrders filter={filter} />
    <ForRight right="orders">
      <ButtonLink to={NEW_CUSTOMER_PATH}>Order by phone</ButtonLink>
    </ForRight>
  </>
)

/** Saves all orders that match the filter as a CSV file, not only those shown: a row for each, or for each of its lines. */
function ExportOrders({ filter }: { filter: ViewFilter }) {
  const path = () => `/api/orders.csv${writeSelection(filter)}`
  const linesPath = () => `${path()}${path().includes('?') ? '&' : '?'}rows=lines`
  return (
    <>
      <ExportButton
        path={path}
        onFailure={signOutIfForbidden}
        shortcut={{ keys: 'e', label: 'Export the orders that match' }}
      >
        Export
      </ExportButton>
      <ExportButton
        path={linesPath}
        onFailure={signOutIfForbidden}
        shortcut={{ keys: 'l', label: 'Export the lines of the orders that match' }}
      >
        Export lines
      </ExportButton>
    </>
  )
}
