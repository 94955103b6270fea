import { Link } from 'react-router'
import { signOutWhereForbidden } from '#features/accounts/components.tsx'
import { manageOrdersClient } from '#features/manage-orders/client.ts'
import { manageOrdersPath } from '#features/manage-orders/paths.ts'
import { OrderBadges } from '#features/order-page/order-page.ts'
import { orderPagePath } from '#features/orders/paths.ts'
import type { Order } from '#features/orders/schema.ts'
import { type FetchPage, unwrapPage, usePagedList } from '#kit/browser/paged-list.ts'
import { formatTotal } from '#kit/money.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { type Column, DataTable } from '#kit/ui/list/data-table.tsx'
import { EmptyState } from '#kit/ui/list/empty-state.tsx'
import { PagedRows } from '#kit/ui/list/paged-rows.tsx'
import { DateTime } from '#kit/ui/mark/date-time.tsx'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'
import { customerTexts } from '../texts.ts'

const COLUMNS: Column<Order>[] = [
  {
    key: 'number',
    header: 'Order',
    cell: ({ _id, number }) => <Link to={orderPagePath(_id)}>{number}</Link>,
  },
  { key: 'placed', header: 'Placed', cell: ({ createdAt }) => <DateTime iso={createdAt} /> },
  {
    key: 'product',
    header: 'Product',
    className: '@max-[704px]:col-span-full',
    cell: ({ product }) => <Unbroken text={product} />,
  },
  { key: 'quantity', header: 'Quantity', align: 'end', cell: ({ quantity }) => formatCount(quantity) },
  { key: 'price', header: 'Price', align: 'end', cell: ({ payable }) => formatTotal(payable) },
  {
    key: 'poNumber',
    header: 'PO number',
    className: 'wrap-anywhere',
    cell: ({ poNumber }) => poNumber ?? <span className="text-muted">–</span>,
  },
  {
    key: 'state',
    header: 'State',
    cell: (order) => (
      <span className="inline-flex flex-wrap gap-1 @max-[704px]:justify-end">
        <OrderBadges order={order} />
      </span>
    ),
  },
]

/** The orders of the account with that e-mail. */
const fetchOrdersOf: FetchPage<Order> = signOutWhereForbidden(({ q: email, limit, after }, signal) =>
  unwrapPage(manageOrdersClient.orders.$get({ query: { email, limit, after } }, { init: { signal } })),
)

/** The orders of a customer, newest first. */
export function CustomerOrders({ email }: { email: string }) {
  const list = usePagedList(fetchOrdersOf, email)
  const table = { caption: 'Orders of the customer, newest first', columns: COLUMNS, rowKey: keyOf }
  return (
    <section aria-labelledby="orders" className="min-w-0">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="orders" className="text-lg">
          Orders
        </h2>
        <Link to={manageOrdersPath({ email })} className="text-sm">
          Open in Manage Orders
        </Link>
      </div>
      <PagedRows
        list={list}
        what="orders"
        skeleton={<DataTable {...table} rows={[]} loadingRows={4} />}
        empty={<EmptyState title={customerTexts.noOrders}>{customerTexts.noOrdersHint}</EmptyState>}
      >
        {(orders) => <DataTable {...table} rows={[...orders]} />}
      </PagedRows>
    </section>
  )
}

const keyOf = ({ _id }: Order): string => _id
