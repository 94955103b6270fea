import { Link } from 'react-router'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { SaveFile } from '#features/documents/save-file.tsx'
import { OrderId } from '#features/order-page/order-page.ts'
import { MY_ORDERS_PATH, orderAgainPath } from '#features/orders/paths.ts'
import type { Order } from '#features/orders/schema.ts'
import { poNumberText } from '#features/orders/texts.ts'
import { usePagedList } from '#kit/browser/paged-list.ts'
import { formatTotal } from '#kit/money.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { ButtonLink } from '#kit/ui/form/button.tsx'
import { type Column, DataTable } from '#kit/ui/list/data-table.tsx'
import { EmptyState } from '#kit/ui/list/empty-state.tsx'
import { PagedRows } from '#kit/ui/list/paged-rows.tsx'
import { DateTime } from '#kit/ui/mark/date-time.tsx'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { WidePage } from '#kit/ui/page/page-layout.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { fetchCancelledOrders } from '../list/client.ts'
import type { Route } from './+types/cancelled-orders.ts'

export const meta: Route.MetaFunction = () => privateMeta('Cancelled orders')

/** The customer's orders that were cancelled, or were not paid in time. */
export default function CancelledOrders() {
  const list = usePagedList<Order>(async (query, signal) => {
    try {
      return await fetchCancelledOrders(query, signal)
    } catch (error) {
      signOutIfForbidden(error)
      throw error
    }
  }, '')
  return (
    <WidePage>
      <PageHeading
        title="Cancelled orders"
        lead={
          <>
            Orders that you cancelled, or that were not paid in time. Nothing was charged. The others are in{' '}
            <Link to={MY_ORDERS_PATH}>My Orders</Link>.
          </>
        }
        actions={<SaveFile path="/api/myorders.csv?state=cancelled">Export CSV</SaveFile>}
      />
      <PagedRows
        list={list}
        what="orders"
        skeleton={<p role="status">Loading your cancelled orders…</p>}
        empty={<NoneCancelled />}
      >
        {(rows) => (
          <DataTable
            caption="My cancelled orders, newest first"
            columns={COLUMNS}
            rows={[...rows]}
            rowKey={(order) => order._id}
          />
        )}
      </PagedRows>
    </WidePage>
  )
}

const NoneCancelled = () => (
  <EmptyState
    title="No cancelled orders"
    art={<EmptyDrawing />}
    action={
      <ButtonLink to={MY_ORDERS_PATH} variant="secondary">
        My Orders
      </ButtonLink>
    }
  >
    An order that is cancelled, or not paid in time, is listed here.
  </EmptyState>
)

const COLUMNS: Column<Order>[] = [
  { key: 'id', header: 'Id', cell: (order) => <OrderId order={order} /> },
  {
    key: 'product',
    header: 'Product',
    className: '@max-[704px]:col-span-full',
    cell: ({ product, poNumber }) => (
      <span className="grid text-pretty">
        <Unbroken text={product} />
        {poNumber !== undefined && <span className="text-muted text-xs">{poNumberText(poNumber)}</span>}
      </span>
    ),
  },
  { key: 'quantity', header: 'Quantity', align: 'end', cell: (order) => formatCount(order.quantity) },
  { key: 'price', header: 'Price', align: 'end', cell: (order) => formatTotal(order.payable) },
  {
    key: 'cancelled',
    header: 'Cancelled',
    cell: (order) => order.cancelledAt && <DateTime iso={order.cancelledAt} />,
  },
  {
    key: 'again',
    header: 'Again',
    align: 'end',
    cell: (order) => (
      <ButtonLink to={orderAgainPath(order._id)} variant="secondary" size="sm">
        Order again
      </ButtonLink>
    ),
  },
]
