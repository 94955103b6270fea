import { useCallback, useState } from 'react'
import type { CartLine } from '../cart-store.ts'
import { setQuantities } from './use-priced-cart.ts'

/** Sets the quantities of several lines by product, and keeps those of before. False when the cart is not changed. */
type TakeQuantities = (lines: readonly CartLine[], quantities: ReadonlyMap<string, number>) => boolean

/** The quantities that buttons have changed in the cart, until the quantity changes again; and those that are typed and not read. */
export function useQuantityChanges() {
  const [unread, setUnread] = useState<ReadonlyMap<string, () => void>>(new Map())
  const [changes, setChanges] = useState<ReadonlyMap<string, { from: number; to: number }>>(new Map())
  const take = useCallback<TakeQuantities>((lines, quantities) => {
    const before = new Map(lines.map(({ productId, quantity }) => [productId, quantity]))
    if (!setQuantities(quantities)) return false
    setChanges((known) => {
      const all = new Map(known)
      for (const [productId, to] of quantities) all.set(productId, { from: before.get(productId) ?? to, to })
      return all
    })
    return true
  }, [])
  const markUnread = useCallback((productId: string, focus: (() => void) | undefined) => {
    setUnread((known) => {
      if (focus === undefined && !known.has(productId)) return known
      const all = new Map(known)
      if (focus) all.set(productId, focus)
      else all.delete(productId)
      return all
    })
  }, [])
  return {
    take,
    /** The lines of which the typed quantity cannot be read, with what puts the cursor into it. */
    unread,
    markUnread,
    /** The quantity that a line had before a button changed it; undefined when none did. */
    before: ({ productId, quantity }: CartLine): number | undefined => {
      const change = changes.get(productId)
      return change?.to === quantity && change.from !== quantity ? change.from : undefined
    },
  }
}

export type QuantityChanges = ReturnType<typeof useQuantityChanges>
