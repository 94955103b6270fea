import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { signOutIfUnauthorized } from '#features/accounts/components.tsx'
import { fetchCompanyOrders } from '#features/company-orders/client.ts'
import { OrderBadges } from '#features/orders/order-page.ts'
import { orderPagePath } from '#features/orders/paths.ts'
import type { Order } from '#features/orders/schema.ts'
import { problemText } from '#kit/browser/client.ts'
import { formatTotal } from '#kit/money.ts'
import { SelectField } from '#kit/ui/form/select-field.tsx'
import { DateTime } from '#kit/ui/mark/date-time.tsx'
import { SkeletonRows } from '#kit/ui/mark/skeleton.tsx'
import { FailureState } from '#kit/ui/page/failure-state.tsx'

const STATES = {
  '': 'All that are not cancelled',
  waiting: 'Waiting for an approval',
  declined: 'Declined',
  unpaid: 'Unpaid',
  open: 'Paid, not wholly shipped',
  shipped: 'Shipped',
} as const

type State = keyof typeof STATES

const isState = (text: string): text is State => text in STATES

/** The newest orders of the company, as far as its member reads them. */
export function CompanyOrders() {
  const [state, setState] = useState<State>('')
  const [attempt, setAttempt] = useState(0)
  const [loaded, setLoaded] = useState<{ orders?: readonly Order[]; error?: unknown }>({})
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt fetches them again.
  useEffect(() => {
    let isOver = false
    setLoaded({})
    fetchCompanyOrders(state === '' ? {} : { state }).then(
      (orders) => {
        if (!isOver) setLoaded({ orders })
      },
      (error: unknown) => {
        if (!isOver && !signOutIfUnauthorized(error)) setLoaded({ error })
      },
    )
    return () => {
      isOver = true
    }
  }, [state, attempt])
  return (
    <>
      <SelectField
        label="Which orders"
        className="max-w-80"
        value={state}
        onChange={({ target }) => isState(target.value) && setState(target.value)}
      >
        {Object.entries(STATES).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      {loaded.error !== undefined ? (
        <FailureState
          title="The orders could not be loaded"
          detail={problemText(loaded.error)}
          onRetry={() => setAttempt((count) => count + 1)}
        />
      ) : (
        <OrderList orders={loaded.orders} />
      )}
    </>
  )
}

function OrderList({ orders }: { orders: readonly Order[] | undefined }) {
  if (!orders) return <SkeletonRows className="h-14 w-full" />
  if (orders.length === 0) return <p className="text-muted">There are no such orders.</p>
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
