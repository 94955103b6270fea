import { type CartLine, type CartLines, isSame, MAXIMUM_CART_LINES, quantitiesOf, toLines } from '../lines.ts'

/** What was changed in a cart: the new quantity by product, null for a removed line. */
export type ChangedLines = Readonly<Record<string, number | null>>

export function changesBetween(before: CartLines, after: CartLines): ChangedLines {
  const old = quantitiesOf(before)
  const left = quantitiesOf(after)
  const changed = after.filter(({ productId, quantity }) => old.get(productId) !== quantity)
  const removed = before.filter(({ productId }) => !left.has(productId))
  return Object.fromEntries([
    ...changed.map(({ productId, quantity }) => [productId, quantity]),
    ...removed.map(({ productId }) => [productId, null]),
  ])
}

/** The lines with these changes; new lines are last. */
export function withChanges(lines: CartLines, changes: ChangedLines): CartLine[] {
  const quantities = quantitiesOf(lines)
  for (const [productId, quantity] of Object.entries(changes)) {
    if (quantity === null) quantities.delete(productId)
    else quantities.set(productId, quantity)
  }
  return toLines(quantities)
}

/** The lines wanted on this page, after the cart has changed elsewhere from `before` to `now`. */
export const rebase = (wanted: CartLines, before: CartLines, now: CartLines): CartLines =>
  isSame(before, now) ? wanted : withChanges(now, changesBetween(before, wanted))

/** The account's cart joined by a visitor's, whose quantities count. `rest` has what is too much for one cart. */
export function joinCarts(account: CartLines, visitor: CartLines): { joined: CartLines; rest: CartLines } {
  const all = withChanges(account, changesBetween([], visitor))
  const tooMany = quantitiesOf(all.slice(MAXIMUM_CART_LINES))
  return {
    joined: all.slice(0, MAXIMUM_CART_LINES),
    rest: visitor.filter(({ productId }) => tooMany.has(productId)),
  }
}
