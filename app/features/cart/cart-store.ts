import { useSyncExternalStore } from 'react'
import { currentSession, isSignedOutByUser } from '#features/accounts/browser-session.ts'
import { subscribeAccessToken } from '#kit/browser/token-storage.ts'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import {
  type Cart,
  type CartChange,
  type CartLine,
  type CartLines,
  isSame,
  MAXIMUM_CART_LINES,
  withAdded,
} from './lines.ts'
import { writePastedText } from './pasted-text.ts'
import type { AccountCart } from './store/account-cart.ts'
import { readVisitorCart, subscribeVisitorCart, writeVisitorCart } from './store/visitor-cart.ts'
import { CART_TOAST, cartTexts } from './texts.ts'

export { type Cart, type CartLine, MAXIMUM_CART_LINES }

const RETRY_MS = 5000

const UNKNOWN: Cart = { lines: [], state: 'loading' }

let cart = UNKNOWN
/** The e-mail of the customer whose cart this is; null for a visitor, undefined until it is known. */
let owner: string | null | undefined
/** Undefined for a visitor, and until the code of it is loaded. */
let account: AccountCart | undefined
/** What a customer changes before that code is loaded. */
let early: CartChange[] = []
const listeners = new Set<() => void>()

/** The cart, which follows changes in other tabs. On the server and until the page is hydrated it is loading. */
export const useCart = (): Cart =>
  useSyncExternalStore(
    subscribe,
    () => cart,
    () => UNKNOWN,
  )

/**
 * Changes the cart on this page at once, then what is stored. False when that is refused, with a message, because there
 * would be too many lines.
 */
export function changeCart(change: CartChange): boolean {
  start()
  const before = owner === null ? readVisitorCart() : cart.lines
  const lines = change(before)
  if (lines.length > Math.max(MAXIMUM_CART_LINES, before.length)) {
    notify.error(cartTexts.full)
    return false
  }
  if (account) account.change(change)
  else if (owner === null) {
    if (!writeVisitorCart(lines)) notify.error(cartTexts.notKept, { id: CART_TOAST })
    show({ lines, state: 'ready' })
  } else {
    early.push(change)
    show({ ...cart, lines })
  }
  return true
}

/** The pieces of a part in the cart, as far as it is known. */
export function piecesInCart(productId: string): number {
  start()
  return cart.lines.find((line) => line.productId === productId)?.quantity ?? 0
}

/** Adds lines to the cart, in one change; see {@link withAdded}. False as for {@link changeCart}. */
export const addLines = (added: CartLines): boolean => changeCart((lines) => withAdded(lines, added))

/** Adds so many pieces of a part to those in the cart. False as for {@link changeCart}. */
export const addToCart = (productId: string, quantity: number): boolean => addLines([{ productId, quantity }])

/** Removes what was ordered. A line whose quantity was changed meanwhile stays. */
export const clearOrdered = (ordered: readonly CartLine[]): boolean =>
  changeCart((lines) => {
    const isOrdered = (line: CartLine) =>
      ordered.some(({ productId, quantity }) => productId === line.productId && quantity === line.quantity)
    return lines.filter((line) => !isOrdered(line))
  })

/** Reads a customer's cart again, for a page that shows it. Never rejects. */
export const refreshCart = async (): Promise<void> => account?.refresh()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  start()
  return () => listeners.delete(listener)
}

function show(next: Cart): void {
  if (isSame(next, cart)) return
  cart = next
  for (const listener of listeners) listener()
}

function start(): void {
  if (owner !== undefined) return
  follow()
  subscribeAccessToken(follow)
  subscribeVisitorCart(follow)
}

/** Shows the cart of whoever is signed in now. At a sign-out nothing of the customer's cart stays on the page. */
function follow(): void {
  const email = currentSession()?.email ?? null
  const isOther = email !== owner
  // On a shared computer nobody else reads what was pasted. Without a sign-out the same person goes on.
  if (isOther && owner && isSignedOutByUser()) writePastedText('')
  owner = email
  if (isOther) {
    account?.close()
    account = undefined
    early = []
    if (email !== null) {
      show({ lines: readVisitorCart(), state: 'loading' })
      void open(email)
    }
  }
  if (email === null) show({ lines: readVisitorCart(), state: 'ready' })
}

/** Visitors do not load the code of customers' carts. */
async function open(email: string): Promise<void> {
  try {
    const { AccountCart } = await import('./store/account-cart.ts')
    if (owner !== email) return
    account = new AccountCart(email, show)
    for (const change of early) account.change(change)
  } catch {
    if (owner !== email) return
    show({ ...cart, state: 'failed' })
    setTimeout(() => owner === email && open(email), RETRY_MS)
  }
}
