import { useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import type { Order } from '#features/orders/schema.ts'
import { problemText } from '#kit/browser/client.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import type { ViewFilter } from '../schema.ts'
import { fetchOrders, type OrderList } from './client.ts'
import { MAXIMUM_SHOWN } from './order-selection.ts'

/** All orders that match the filter, also those that the list does not show, once they were asked for. */
export function useAllMatching(filter: ViewFilter) {
  const [found, setFound] = useState<{ readonly filter: ViewFilter; readonly orders: readonly Order[] }>()
  const [busy, setBusy] = useState(false)
  const load = async (): Promise<readonly Order[]> => {
    setBusy(true)
    try {
      const { orders } = await fetchOrders({ ...filter, show: MAXIMUM_SHOWN })
      setFound({ filter, orders })
      return orders
    } catch (error) {
      if (!signOutIfForbidden(error)) notify.error(problemText(error))
      return []
    } finally {
      setBusy(false)
    }
  }
  const orders = found?.filter === filter ? found.orders : undefined
  return { orders, ids: orders?.map(({ _id }) => _id), busy, load }
}

type ChooseMatchingProps = {
  list: OrderList
  matching: ReturnType<typeof useAllMatching>
  onChosen: (ids: readonly string[]) => void
}

/** Beside the choice of all that are shown: all that match, as many as a list can show. */
export function ChooseMatching({ list: { total, isTotalCut }, matching, onChosen }: ChooseMatchingProps) {
  const isCut = isTotalCut || total > MAXIMUM_SHOWN
  return (
    <Button
      variant="quiet"
      size="sm"
      busy={matching.busy}
      onClick={async () => onChosen((await matching.load()).map(({ _id }) => _id))}
    >
      {isCut
        ? `Choose the first ${formatCount(MAXIMUM_SHOWN)} that match`
        : `Choose all ${formatCount(total)} that match`}
    </Button>
  )
}
