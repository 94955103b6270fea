import type { Order } from '#features/orders/schema.ts'

/** So many orders are in a page of the list. */
export const NEWEST_PAGE = 100

/** The page with the newest orders as they are now, and after it those of the known ones that are older. */
export function withNewest(newest: readonly Order[], known: readonly Order[]): Order[] {
  const last = newest.at(-1)
  if (!last) return []
  return [...newest, ...known.filter((order) => isOlder(order, last))]
}

const isOlder = (one: Order, other: Order): boolean =>
  one.createdAt === other.createdAt ? one._id < other._id : one.createdAt < other.createdAt
