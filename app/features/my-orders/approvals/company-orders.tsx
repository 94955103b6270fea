import { Link, useSearchParams } from 'react-router'
import { signOutWhereForbidden } from '#features/accounts/components.tsx'
import type { Company } from '#features/companies/schema.ts'
import { type CompanyOrdersFilter, fetchCompanyOrders } from '#features/company-orders/client.ts'
import { OrderBadges } from '#features/order-page/order-page.ts'
import { orderPagePath } from '#features/orders/paths.ts'
import type { Order } from '#features/orders/schema.ts'
import { type CompanyOrderState, companyOrderStates } from '#features/orders/states.ts'
import { ordersText, orderTexts } from '#features/orders/texts.ts'
import { type FetchPage, usePagedList } from '#kit/browser/paged-list.ts'
import { formatTotal } from '#kit/money.ts'
import { SelectField } from '#kit/ui/form/select-field.tsx'
import { useListSearch } from '#kit/ui/form/use-search-field.ts'
import { ListSearchField, SearchOutcome } from '#kit/ui/list/list-search.tsx'
import { PagedRows } from '#kit/ui/list/paged-rows.tsx'
import { DateTime } from '#kit/ui/mark/date-time.tsx'
import { SkeletonRows } from '#kit/ui/mark/skeleton.tsx'

const STATES: Readonly<Record<CompanyOrderState, string>> = {
  waiting: orderTexts.waitsForApproval,
  declined: 'Declined',
  unpaid: 'Unpaid',
  open: 'Paid, not fully shipped',
  shipped: 'Shipped',
}

/** The orders of the company, as far as its member reads them: those of others are for its approvers and managers. */
export function CompanyOrders({
  company: { role, members },
}: {
  company: Pick<Company, 'role' | 'members'>
}) {
  const search = useListSearch()
  const { filter, choose } = useFilter()
  const fetchPage: FetchPage<Order> = signOutWhereForbidden((page, signal) =>
    fetchCompanyOrders({ ...filter, ...page }, signal),
  )
  const list = usePagedList(fetchPage, search.q, JSON.stringify(filter))
  const isFiltered = search.q !== '' || filter.state !== undefined || filter.member !== undefined
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <Choice
          label="State"
          all="All except cancelled"
          value={filter.state}
          onChoose={(state) => choose({ state })}
        >
          {companyOrderStates.map((state) => [state, STATES[state]])}
        </Choice>
        {role !== 'buyer' && (
          <Choice
            label="Placed by"
            all="Everyone"
            value={filter.member}
            onChoose={(member) => choose({ member })}
          >
            {members.map(({ _id, name }) => [_id, name])}
          </Choice>
        )}
        <ListSearchField label="Search orders of the company" search={search} />
      </div>
      <p className="text-muted text-sm">
        <SearchOutcome list={list}>
          {list.shown ? ordersText(list.shown.total, list.shown.isTotalCut) : ''}
        </SearchOutcome>
      </p>
      <PagedRows
        list={list}
        what="orders"
        skeleton={<SkeletonRows className="h-14 w-full" />}
        empty={
          <p className="text-muted">
            {isFiltered ? 'No orders match.' : 'Orders that members place are listed here.'}
          </p>
        }
      >
        {(orders) => <OrderList orders={orders} />}
      </PagedRows>
    </div>
  )
}

/** The filter is kept in the address, beside the search. */
function useFilter() {
  const [params, setParams] = useSearchParams()
  const state = companyOrderStates.find((each) => each === params.get('state'))
  const member = params.get('member') || undefined
  const choose = (changed: Readonly<Record<string, string>>) => {
    const next = new URLSearchParams(params)
    for (const [name, value] of Object.entries(changed))
      if (value) next.set(name, value)
      else next.delete(name)
    setParams(next, { replace: true, preventScrollReset: true })
  }
  const filter: CompanyOrdersFilter = { ...(state && { state }), ...(member !== undefined && { member }) }
  return { filter, choose }
}

type ChoiceProps = {
  label: string
  /** The choice that leaves nothing out. */
  all: string
  value: string | undefined
  onChoose: (value: string) => void
  children: readonly (readonly [value: string, label: string])[]
}

const Choice = ({ label, all, value = '', onChoose, children }: ChoiceProps) => (
  <SelectField
    label={label}
    className="max-md:w-full md:w-56"
    value={value}
    onChange={({ target }) => onChoose(target.value)}
  >
    <option value="">{all}</option>
    {children.map(([each, text]) => (
      <option key={each} value={each}>
        {text}
      </option>
    ))}
  </SelectField>
)

function OrderList({ orders }: { orders: readonly Order[] }) {
  return (
    <ul aria-label="Orders of the company" className="border-line border-t">
      {orders.map((order) => (
        <li
          key={order._id}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-line border-b py-3"
        >
          <p className="min-w-0">
            <Link to={orderPagePath(order._id)} className="font-medium">
              {order.number}
            </Link>
            <span className="block text-muted text-sm">
              {`${order.placedBy?.name ?? order.name}, `}
              <DateTime iso={order.createdAt} />
              {`: ${order.product}`}
            </span>
          </p>
          <p className="flex flex-wrap items-center gap-2">
            <OrderBadges order={order} />
            <span className="font-medium tabular-nums">{formatTotal(order.payable)}</span>
          </p>
        </li>
      ))}
    </ul>
  )
}
