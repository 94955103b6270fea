import { may } from '#features/accounts/staff-access.tsx'
import { OrderId } from '#features/order-page/order-page.ts'
import type { Order } from '#features/orders/schema.ts'
import {
  type ChosenColumn,
  chosenColumns,
  type OrderSort,
  type OrderStatus,
} from '#features/orders/states.ts'
import { formatTotal } from '#kit/money.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { countryName } from '#kit/text/country-name.ts'
import { ChooseRow } from '#kit/ui/admin/chosen.tsx'
import type { Chosen } from '#kit/ui/admin/use-chosen.ts'
import type { Column } from '#kit/ui/list/data-table.tsx'
import type { ViewFilter } from '../schema.ts'
import {
  CustomerCell,
  PaymentCell,
  PlacedCell,
  ProductCell,
  ShippingButton,
  ShipsCell,
} from './managed-cells.tsx'
import type { OrderOrigin } from './order-origin.ts'
import { newestFirst, sortedBy, writeSelection } from './order-selection.ts'

type ManagedOrders = {
  /** The orders with a status change in progress. */
  busyIds: ReadonlySet<string>
  onChange: (order: Order, status: OrderStatus) => void
  chosen: Chosen
  /** The list that the page of an order leads back to. */
  origin: OrderOrigin
  filter: ViewFilter
  /** Which of the columns are shown that can be hidden. */
  shown: readonly ChosenColumn[]
}

/**
 * The columns of Manage Orders. Where there is room each order has one line, of the columns that the admin chose. On a phone
 * the first line shows what to ship, the second the order's id and status.
 */
export function managedOrderColumns(props: ManagedOrders): Column<Order>[] {
  const { busyIds, onChange, chosen, origin, shown } = props
  const columns = choosableColumns(props)
  return [
    {
      key: 'number',
      header: '#',
      cell: (order, index) =>
        may('orders') ? (
          <ChooseRow chosen={chosen} id={order._id} label={`Choose order ${order.number}`}>
            {index + 1}
          </ChooseRow>
        ) : (
          index + 1
        ),
    },
    {
      key: 'id',
      header: 'Id',
      className: '@max-[704px]:order-1 @max-[704px]:grow @max-[448px]:max-w-20',
      cell: (order) => (
        <OrderId order={order} state={origin} isDense>
          <span className="whitespace-nowrap text-muted text-xs @min-[960px]:hidden">
            <PlacedCell order={order} />
          </span>
        </OrderId>
      ),
    },
    // A narrow table has all of its few columns.
    ...chosenColumns
      .filter((key) => shown.includes(key) || columns[key].width !== 'wide')
      .map((key) => ({
        ...columns[key],
        key,
        header: columnLabels[key],
        width: shown.includes(key) ? columns[key].width : ('narrow' as const),
      })),
    {
      key: 'shifting',
      header: 'Shifting',
      align: 'end',
      className: '@max-[704px]:order-1 @max-[448px]:ms-auto!',
      cell: (order) => <ShippingButton order={order} busy={busyIds.has(order._id)} onChange={onChange} />,
    },
  ]
}

/** How the columns between the id and the shipping are called. */
export const columnLabels: Readonly<Record<ChosenColumn, string>> = {
  placed: 'Placed',
  customer: 'Customer',
  product: 'Product',
  quantity: 'Quantity',
  price: 'Price',
  poNumber: 'PO number',
  country: 'Country',
  ships: 'Ships',
  payment: 'Payment',
}

type ChoosableColumn = Omit<Column<Order>, 'key' | 'header'>

function choosableColumns({ filter }: ManagedOrders): Readonly<Record<ChosenColumn, ChoosableColumn>> {
  return {
    placed: {
      sort: sortOf(filter, 'oldest'),
      width: 'wide',
      cell: (order) => <PlacedCell order={order} />,
    },
    customer: { width: 'wide', cell: (order) => <CustomerCell order={order} /> },
    product: {
      className:
        '@min-[704px]:w-full @min-[960px]:max-w-0 @max-[704px]:min-w-0 @max-[704px]:grow @max-[704px]:basis-[calc(100%-16rem)]',
      cell: (order) => <ProductCell order={order} />,
    },
    quantity: {
      align: 'end',
      className: '@max-[704px]:after:ms-1 @max-[704px]:after:content-["pcs"]',
      cell: (order) => formatCount(order.quantity),
    },
    price: {
      align: 'end',
      sort: sortOf(filter, 'sum'),
      cell: (order) => formatTotal(order.payable),
    },
    poNumber: {
      width: 'wide',
      cell: ({ poNumber }) => (
        <span className="block max-w-24 truncate" title={poNumber}>
          {poNumber}
        </span>
      ),
    },
    country: {
      width: 'wide',
      cell: ({ deliverTo, deliverFrom }) => countryCell(deliverTo?.country ?? deliverFrom),
    },
    ships: {
      sort: sortOf(filter, 'ships'),
      className: '@max-[704px]:order-1 @max-[704px]:empty:hidden',
      cell: (order) => <ShipsCell order={order} />,
    },
    payment: {
      className: '@max-[704px]:order-1 @max-[448px]:max-w-32',
      cell: (order) => <PaymentCell order={order} />,
    },
  }
}

const countryCell = (code: string | undefined) =>
  code === undefined ? null : <span title={countryName(code)}>{code}</span>

/** The head of a column leads to the orders in its sequence, or back to the newest first, which is that of "Placed" too. */
function sortOf(filter: ViewFilter, sort: OrderSort): NonNullable<Column<Order>['sort']> {
  const isSorted = filter.sort === sort
  const sorted = { ships: 'ascending', oldest: 'ascending', sum: 'descending' } as const
  const usual = sort === 'oldest' && filter.sort === undefined ? { sorted: 'descending' as const } : {}
  return {
    to: writeSelection(isSorted ? newestFirst(filter) : sortedBy(sort, filter)),
    ...(isSorted ? { sorted: sorted[sort] } : usual),
  }
}
