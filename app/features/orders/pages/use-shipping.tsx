import { useRef, useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { ProblemError, problemText, unwrap } from '#kit/browser/client.ts'
import { notify } from '#kit/ui/toaster.tsx'
import { ordersClient } from '../client.ts'
import type { Order } from '../schema.ts'
import type { OrderStatus } from '../states.ts'
import { orderTexts } from '../texts.ts'

type ShippingCallbacks = {
  onChanged: (order: Order) => void
  /** The order has changed since the page loaded it. */
  onRefused: () => Promise<void>
}

/** Changes the status of orders; `busyIds` are the orders with a change in progress. */
export function useShipping({ onChanged, onRefused }: ShippingCallbacks) {
  const pending = useRef(new Set<string>())
  const [busyIds, setBusyIds] = useState<ReadonlySet<string>>(pending.current)

  const setBusy = (id: string, isBusy: boolean) => {
    if (isBusy) pending.current.add(id)
    else pending.current.delete(id)
    setBusyIds(new Set(pending.current))
  }
  const changeStatus = async (order: Order, status: OrderStatus) => {
    if (pending.current.has(order._id)) return
    setBusy(order._id, true)
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
      setBusy(order._id, false)
    }
  }
  return { busyIds, changeStatus }
}

/** The order with its new status; the exact time of shipping comes with the next poll. */
function withStatus({ shippedAt: _, ...order }: Order, status: OrderStatus): Order {
  return { ...order, status, ...(status === 'shipped' && { shippedAt: new Date().toISOString() }) }
}
