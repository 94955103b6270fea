import { useSyncExternalStore } from 'react'
import { currentSession } from '#features/accounts/browser-session.ts'
import { subscribeAccessToken } from '#kit/browser/token-storage.ts'
import { notify } from '#kit/ui/toaster.tsx'
import { type CartLine, MAXIMUM_CART_LINES } from './lines.ts'
import { cartTexts } from './texts.ts'
import { readVisitorCart, subscribeVisitorCart, writeVisitorCart } from './visitor-cart.ts'

export { leaveOut, leftOut } from './left-out.ts'
export { type CartLine, MAXIMUM_CART_LINES }

/** The cart of this browser: a visitor's in its storage, a customer's at the shop. */
export interface Cart {
  readonly lines: readonly CartLine[]
  /** `failed`: the shop cannot be asked, or a change cannot be saved. It is tried again, and the lines stay. */
  readonly state: 'loading' | 'ready' | 'failed'
}

/** Returns the lines after the change; called again when the lines have changed elsewhere meanwhile. */
type CartChange = (lines: readonly CartLine[]) => readonly CartLine[]

const UNKNOWN: Cart = { lines: [], state: 'loading' }

let cart = UNKNOWN
/** The e-mail of the customer whose cart this is; null for a visitor, undefined until it is known. */
let owner: string | null | undefined
const listeners = new Set<() => void>()

/** The cart; follows changes in other tabs. On the server and until the page is hydrated it is loading. */
export const useCart = (): Cart =>
  useSyncExternalStore(
    subscribe,
    () => cart,
    () => UNKNOWN,
  )

/**
 * Changes the cart of this page at once, and then what is stored. False when that is refused, with a message, because
 * there would be too many lines.
 */
export function changeCart(change: CartChange): boolean {
  start()
  const lines = change(owner === null ? readVisitorCart() : cart.lines)
  if (lines.length > MAXIMUM_CART_LINES) {
    notify.error(cartTexts.full)
    return false
  }
  if (!writeVisitorCart(lines)) notify.error(cartTexts.notKept, { id: 'cart' })
  show({ lines, state: 'ready' })
  return true
}

/** Adds so many pieces of a part to those in the cart. False as for {@link changeCart}. */
export const addToCart = (productId: string, quantity: number): boolean =>
  changeCart((lines) => {
    const added = (line: CartLine) =>
      line.productId === productId ? { productId, quantity: line.quantity + quantity } : line
    return lines.some((line) => line.productId === productId)
      ? lines.map(added)
      : [...lines, { productId, quantity }]
  })

/** Removes what was ordered; a line whose quantity was changed meanwhile stays. */
export const clearOrdered = (ordered: readonly CartLine[]): boolean =>
  changeCart((lines) =>
    lines.filter(
      (line) =>
        !ordered.some(
          ({ productId, quantity }) => productId === line.productId && quantity === line.quantity,
        ),
    ),
  )

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  start()
  return () => listeners.delete(listener)
}

function show(next: Cart): void {
  if (JSON.stringify(next) === JSON.stringify(cart)) return
  cart = next
  for (const listener of listeners) listener()
}

function start(): void {
  if (owner !== undefined) return
  follow()
  subscribeAccessToken(follow)
  subscribeVisitorCart(follow)
}

/** Shows the cart of whoever is signed in now. */
function follow(): void {
  owner = currentSession()?.email ?? null
  show({ lines: readVisitorCart(), state: 'ready' })
}
