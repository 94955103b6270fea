import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { ordersText } from '#features/orders/texts.ts'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { EmptyState } from '#kit/ui/list/empty-state.tsx'
import type { ViewFilter } from '../schema.ts'
import { fetchOrders, type OrderList } from './client.ts'
import { type ChosenFilter, chosenFilters, writeSelection } from './order-selection.ts'

/** The empty list: what it is for, or what to leave out so that orders match. */
export function NoManagedOrders({ filter }: { filter: ViewFilter }) {
  const chosen = chosenFilters(filter)
  if (chosen.length === 0) {
    return (
      <EmptyState title="No orders yet" art={<EmptyDrawing />}>
        What customers order is listed here, to be shipped once it is paid.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title="No order matches"
      action={<WithoutEach key={writeSelection(filter)} chosen={chosen} />}
    >
      {filter.q
        ? 'The search looks for every word in order number, PO number, product, part number, customer, e-mail and address, and for ids by their ending.'
        : 'Leave a filter out to see more.'}
    </EmptyState>
  )
}

/** A link for each filter to the orders without it, with their number as soon as it is known. */
function WithoutEach({ chosen }: { chosen: readonly ChosenFilter[] }) {
  const [counts, setCounts] = useState<readonly (OrderList | undefined)[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter mounts it again.
  useEffect(() => {
    const controller = new AbortController()
    const count = ({ without }: ChosenFilter) =>
      fetchOrders({ ...without, show: 1 }, controller.signal).catch(() => undefined)
    void Promise.all(chosen.map(count)).then((lists) => !controller.signal.aborted && setCounts(lists))
    return () => controller.abort()
  }, [])
  return (
    <ul className="grid justify-items-center gap-2 wrap-anywhere">
      {chosen.map(({ text, without }, index) => (
        <li key={text}>
          <Link to={{ search: writeSelection(without) }} preventScrollReset>
            {`Without ${text}`}
          </Link>
          {counts[index] && (
            <span className="text-muted">{`: ${ordersText(counts[index].total, counts[index].isTotalCut)}`}</span>
          )}
        </li>
      ))}
      {chosen.length > 1 && (
        <li>
          <Link to={{ search: '' }} preventScrollReset>
            Show all orders
          </Link>
        </li>
      )}
    </ul>
  )
}
