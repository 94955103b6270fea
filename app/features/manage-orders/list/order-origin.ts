/**
 * The list that the page of an order was opened from: the query of its address, and the ids of its orders in sequence. It is
 * the state of the address, so that Back, Forward and a reload keep it.
 */
export interface OrderOrigin {
  readonly orderList: { readonly search: string; readonly ids: readonly string[] }
}

/** What the state of an address says about the list, and the orders before and after this one in it. */
export function readOrigin(state: unknown, orderId: string) {
  const list = (state as Partial<OrderOrigin> | null)?.orderList
  const ids = list?.ids ?? []
  const index = ids.indexOf(orderId)
  if (!list || index < 0) return undefined
  return { search: list.search, index, count: ids.length, previous: ids[index - 1], next: ids[index + 1] }
}
