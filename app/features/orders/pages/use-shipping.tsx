import { useRef, useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { ordersClient } from '#features/orders/client.ts'
import type { Order } from '#features/orders/schema.ts'
import type { OrderStatus } from '#features/orders/states.ts'
import { ProblemError, problemText, unwrap } from '#kit/browser/client.ts'
import { notify } from '#kit/ui/toaster.tsx'
import { orderTexts } from '../texts.ts'

type Outcomes = {
  onChanged: (order: Order) => void
  /** The shop knows better than the page where the order stands. */
  onRefused: () => Promise<void>
}

/** Brings orders to a status, each on its own: `busyIds` are those whose change is under way. */
export function useShipping({ onChanged, onRefused }: Outcomes) {
  const underWay = useRef(new Set<string>())
  const [busyIds, setBusyIds] = useState<ReadonlySet<string>>(underWay.current)

  const mark = (id: string, isBusy: boolean) => {
    if (isBusy) underWay.current.add(id)
    else underWay.current.delete(id)
    setBusyIds(new Set(underWay.current))
  }
  const ship = async (order: Order, status: OrderStatus) => {
    if (underWay.current.has(order._id)) return
    mark(order._id, true)
    try {
      const param = { id: encodeURIComponent(order._id) }
      await unwrap(ordersClient.order[':id'].$put({ param, json: { status } }))
      onChanged(withStatus(order, status))
      notify.success(status === 'shipped' ? orderTexts.shipped : orderTexts.reverted)
    } catch (error) {
      if (signOutIfForbidden(error)) return
      notify.error(problemText(error))
      if (error instanceof ProblemError && error.status > 0) void onRefused()
    } finally {
      mark(order._id, false)
    }
  }
  return { busyIds, ship }
}

/** As the shop has it now; when exactly it was shipped comes with the next look. */
function withStatus({ shippedAt: _, ...order }: Order, status: OrderStatus): Order {
  return { ...order, status, ...(status === 'shipped' && { shippedAt: new Date().toISOString() }) }
}
