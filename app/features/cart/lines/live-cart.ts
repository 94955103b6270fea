import { useEffect } from 'react'
import { startPolling } from '#kit/ui/list/use-polled.ts'
import { type Cart, refreshCart, useCart } from '../cart-store.ts'

const EVERY_MS = 3000

/** The cart, for a page that shows it: changes on other devices appear within 5 seconds while the page is visible. */
export function useLiveCart(): Cart {
  useEffect(() => {
    const { poll, stop } = startPolling({
      everyMs: EVERY_MS,
      load: refreshCart,
      // The store has the lines and the failures.
      onData: () => undefined,
      onError: () => undefined,
    })
    void poll()
    return stop
  }, [])
  return useCart()
}
