import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { problemText } from '#kit/browser/client.ts'
import { useAllMatching } from '#kit/ui/admin/choose-matching.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import type { ViewFilter } from '../schema.ts'
import { fetchOrders } from './client.ts'
import { MAXIMUM_SHOWN } from './order-selection.ts'

/** All orders that match the filter, as many as a list can show, once they were asked for. */
export const useAllOrders = (filter: ViewFilter) =>
  useAllMatching(
    filter,
    async () => (await fetchOrders({ ...filter, show: MAXIMUM_SHOWN })).orders,
    (error) => {
      if (!signOutIfForbidden(error)) notify.error(problemText(error))
    },
  )
