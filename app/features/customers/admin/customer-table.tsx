import { Link } from 'react-router'
import { may } from '#features/accounts/staff-access.tsx'
import { formatTotal } from '#kit/money.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { type Column, DataTable } from '#kit/ui/list/data-table.tsx'
import { DateTime } from '#kit/ui/mark/date-time.tsx'
import { customerPath } from '../paths.ts'
import type { CustomerFilter, ListedCustomer } from '../schema.ts'
import { sortOf, writeSelection } from './customer-selection.ts'

type CustomerTableProps = { customers: readonly ListedCustomer[]; filter: CustomerFilter }

/** The customers of the list. On a phone the lines are: name; e-mail and phone; orders, revenue, the last order. */
export const CustomerTable = ({ customers, filter }: CustomerTableProps) => (
  <DataTable
    caption="Customers"
    columns={columnsOf(filter)}
    rows={[...customers]}
    rowKey={({ _id }) => _id}
  />
)

export const LoadingCustomers = ({ filter }: Pick<CustomerTableProps, 'filter'>) => (
  <DataTable
    caption="Customers"
    columns={columnsOf(filter)}
    rows={[]}
    rowKey={({ _id }) => _id}
    loadingRows={8}
  />
)

const columnsOf = (filter: CustomerFilter): Column<ListedCustomer>[] => [
  {
    key: 'name',
    header: 'Name',
    sort: sortOf(filter, 'name'),
    className: '@max-[704px]:col-span-full',
    cell: (customer) => <Name customer={customer} filter={filter} />,
  },
  {
    key: 'contact',
    header: 'Contact',
    className: '@max-[704px]:col-span-full',
    cell: ({ email, phone }) => (
      <span className="grid min-w-0 text-sm">
        <span className="wrap-anywhere">{email}</span>
        {phone && <span className="text-muted">{phone}</span>}
      </span>
    ),
  },
  {
    key: 'orders',
    header: 'Orders',
    sort: sortOf(filter, 'orders'),
    align: 'end',
    cell: ({ orders }) => formatCount(orders),
  },
  ...(may('money')
    ? [
        {
          key: 'revenue',
          header: 'Revenue',
          sort: sortOf(filter, 'revenue'),
          align: 'end' as const,
          cell: ({ revenue = 0 }: ListedCustomer) => formatTotal(revenue),
        },
      ]
    : []),
  {
    key: 'last',
    header: 'Last order',
    sort: sortOf(filter, 'last'),
    cell: ({ lastOrderAt }) =>
      lastOrderAt === undefined ? <span className="text-muted">–</span> : <DateTime iso={lastOrderAt} />,
  },
]

/** The name with the company, and the tags, which lead to all who have them. */
const Name = ({
  customer: { _id, name, company, tags },
  filter,
}: { customer: ListedCustomer } & Pick<CustomerTableProps, 'filter'>) => (
  <span className="grid min-w-0 gap-y-1">
    <Link to={customerPath(_id)} className="wrap-anywhere">
      {name}
    </Link>
    {company && <span className="text-muted text-sm wrap-anywhere">{company}</span>}
    {tags.length > 0 && (
      <span className="flex flex-wrap gap-1">
        {tags.map((tag) => (
          <Link
            key={tag}
            to={{ search: writeSelection({ ...filter, tag }) }}
            preventScrollReset
            aria-label={`Customers with the tag ${tag}`}
            className="inline-flex min-h-6 items-center rounded border border-line px-2 text-muted text-xs no-underline wrap-anywhere hover:border-ink"
          >
            {tag}
          </Link>
        ))}
      </span>
    )}
  </span>
)
