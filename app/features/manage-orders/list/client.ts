import type { Order } from '#features/orders/schema.ts'
import { fetchRows, unwrapPage } from '#kit/browser/paged-list.ts'
import { manageOrdersClient } from '../client.ts'
import { type OrderSelection, queryOf } from './order-selection.ts'

/** The first of all customers' orders that match, how many match in all, and whether there are more than shown. */
export interface OrderList {
  readonly orders: Order[]
  readonly total: number
  /** More orders match than `total`, because counting stopped early. */
  readonly isTotalCut: boolean
  readonly hasMore: boolean
}

/** The first of all customers' orders that match, at most `show`. For admins. */
export async function fetchOrders(
  { show, ...filter }: OrderSelection,
  signal?: AbortSignal,
): Promise<OrderList> {
  const { rows, total, isTotalCut, next } = await fetchRows(
    (page) => {
      const query = { ...queryOf(filter), ...page }
      return unwrapPage(manageOrdersClient.orders.$get({ query }, { init: { signal: signal ?? null } }))
    },
    { wanted: show },
  )
  return { orders: rows, total, isTotalCut, hasMore: next !== undefined }
}
