import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { orderPagePath } from '#features/orders/paths.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { buttonClasses } from '#kit/ui/form/button.tsx'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { ChevronIcon } from '#kit/ui/mark/icons.tsx'
import { useShortcuts } from '#kit/ui/overlay/shortcuts.tsx'
import { fetchOrders } from '../list/client.ts'
import { type OrderOrigin, readOrigin } from '../list/order-origin.ts'
import { readSelection, withMore, writeSelection } from '../list/order-selection.ts'
import { manageOrdersPath } from '../paths.ts'

const LIST = manageOrdersPath()

/** As many as one call returns. */
const NEWEST = 100

/** Leads back to the list that the order was opened from, and to the orders beside it there, also by key. */
export function OrderSteps({ orderId }: { orderId: string }) {
  const { state } = useLocation()
  const navigate = useNavigate()
  const known = useLongerList(state, orderId)
  const opened = readOrigin(known, orderId)
  const newest = useNewestOrders(opened === undefined)
  const origin = opened ?? readOrigin(newest, orderId)
  const open = (id: string | undefined) =>
    id !== undefined && navigate(orderPagePath(id), { state: known, replace: true })
  useShortcuts(
    origin
      ? [
          { keys: 'j', label: 'Next order of the list', run: () => open(origin.next) },
          { keys: 'k', label: 'Previous order of the list', run: () => open(origin.previous) },
        ]
      : [],
  )
  return (
    <nav
      aria-label="Orders"
      className="-mb-4 flex min-h-8 flex-wrap items-center justify-between gap-x-4 text-sm"
    >
      <Link
        to={{ pathname: LIST, search: origin?.search ?? '' }}
        className="inline-flex min-h-8 items-center gap-1 pointer-coarse:min-h-11"
        onClick={(event) => {
          // The list is where the browser left it, scrolled as it was: the orders beside it replaced each other.
          if (!opened || event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          navigate(-1)
        }}
      >
        <ChevronIcon className="rotate-180" />
        All orders
      </Link>
      {origin && (
        <span className="flex items-center gap-1 text-muted">
          {opened && `${formatCount(origin.index + 1)} of ${formatCount(origin.count)}`}
          <Step id={origin.previous} state={known} label="Previous order" keys="k" isBack />
          <Step id={origin.next} state={known} label="Next order" keys="j" />
        </span>
      )}
    </nav>
  )
}

/**
 * The state of the address; at the end of its list with the orders that "Show more" would add there. Those that the list had
 * stay where they were, also when they no longer match its filter.
 */
function useLongerList(state: unknown, orderId: string): unknown {
  const [longer, setLonger] = useState<OrderOrigin>()
  const known = readOrigin(longer, orderId) ? longer : state
  const end = readOrigin(known, orderId)
  const isAtEnd = end !== undefined && end.next === undefined
  useEffect(() => {
    const { orderList } = (known ?? {}) as Partial<OrderOrigin>
    const more = orderList && withMore(readSelection(new URLSearchParams(orderList.search)))
    if (!isAtEnd || !more) return
    const controller = new AbortController()
    fetchOrders(more, controller.signal)
      .then(({ orders }) => {
        const ids = [...new Set([...orderList.ids, ...orders.map(({ _id }) => _id)])]
        if (ids.length > orderList.ids.length) setLonger({ orderList: { search: writeSelection(more), ids } })
      })
      // The list ends where it ended.
      .catch(() => undefined)
    return () => controller.abort()
  }, [isAtEnd, known])
  return known
}

/** Without a list that the order was opened from: the newest orders of all, among which an order that is opened mostly is. */
function useNewestOrders(isWanted: boolean): OrderOrigin | undefined {
  const [origin, setOrigin] = useState<OrderOrigin>()
  useEffect(() => {
    if (!isWanted) return
    const controller = new AbortController()
    fetchOrders({ show: NEWEST }, controller.signal)
      .then(({ orders }) => setOrigin({ orderList: { search: '', ids: orders.map(({ _id }) => _id) } }))
      // The page is of use without its neighbours.
      .catch(() => undefined)
    return () => controller.abort()
  }, [isWanted])
  return origin
}

type StepProps = {
  id: string | undefined
  /** Of the address that it leads to. */
  state: unknown
  label: string
  keys: string
  isBack?: boolean
}

function Step({ id, state, label, keys, isBack }: StepProps) {
  const icon = <ChevronIcon className={isBack ? 'rotate-180' : undefined} />
  const classes = classNames(buttonClasses({ variant: 'quiet', size: 'sm' }), 'px-2!')
  if (id === undefined) {
    return (
      <span aria-hidden="true" className={classNames(classes, 'opacity-40')}>
        <span>{icon}</span>
      </span>
    )
  }
  return (
    <Link
      to={orderPagePath(id)}
      replace
      state={state}
      aria-label={label}
      aria-keyshortcuts={keys}
      title={`${label} (${keys})`}
      className={classes}
    >
      <span>{icon}</span>
    </Link>
  )
}
