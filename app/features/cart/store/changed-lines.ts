import { byPart, type CartLine, type CartLines, cartLine, isSame, MAXIMUM_CART_LINES } from '../lines.ts'

/** What was changed in a cart: the new line by product, null for a removed one. */
export type ChangedLines = Readonly<Record<string, CartLine | null>>

export function changesBetween(before: CartLines, after: CartLines): ChangedLines {
  const old = byPart(before)
  const left = byPart(after)
  const changed = after.filter((line) => !isSame(old.get(line.productId), line))
  const removed = before.filter(({ productId }) => !left.has(productId))
  return Object.fromEntries([
    ...changed.map((line) => [line.productId, line]),
    ...removed.map(({ productId }) => [productId, null]),
  ])
}

/** The lines with these changes; new lines are last. */
export function withChanges(lines: CartLines, changes: ChangedLines): CartLine[] {
  const all = byPart(lines)
  for (const [productId, line] of Object.entries(changes)) {
    if (line === null) all.delete(productId)
    else all.set(productId, line)
  }
  return [...all.values()]
}

/** The lines wanted on this page, after the cart has changed elsewhere from `before` to `now`. */
export const rebase = (wanted: CartLines, before: CartLines, now: CartLines): CartLines =>
  isSame(before, now) ? wanted : withChanges(now, changesBetween(before, wanted))

/**
 * The account's cart joined by a visitor's, whose quantities count, and whose words where it has some. `rest` has what is too
 * much for one cart.
 */
export function joinCarts(account: CartLines, visitor: CartLines): { joined: CartLines; rest: CartLines } {
  const own = byPart(account)
  const joining = visitor.map((line) => cartLine({ ...own.get(line.productId), ...line }))
  const all = withChanges(account, changesBetween([], joining))
  const tooMany = byPart(all.slice(MAXIMUM_CART_LINES))
  return {
    joined: all.slice(0, MAXIMUM_CART_LINES),
    rest: visitor.filter(({ productId }) => tooMany.has(productId)),
  }
}
