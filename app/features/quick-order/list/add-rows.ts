import { type CartLine, changeCart, MAXIMUM_CART_LINES } from '#features/cart/cart-store.ts'
import { byPart, cartLine } from '#features/cart/lines.ts'
import { cartTexts } from '#features/cart/texts.ts'
import { linesText } from '#kit/text/count-text.ts'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import type { ListRow } from './pasted-lines.ts'

/** The cart with the right lines of a list, added to what is there; and the rows that went into it. */
export function withRows(
  lines: readonly CartLine[],
  rows: readonly ListRow[],
): { lines: CartLine[]; added: ListRow[] } {
  const all = byPart(lines)
  const full = new Set<ListRow['line']>()
  for (const row of rows) {
    if (!isRight(row) || row.isMerged) continue
    const { productId, quantity } = row.line
    const before = all.get(productId)
    if (before === undefined && all.size === MAXIMUM_CART_LINES) full.add(row.line)
    else all.set(productId, cartLine({ ...before, productId, quantity: (before?.quantity ?? 0) + quantity }))
  }
  return {
    lines: [...all.values()],
    added: rows.filter((row) => isRight(row) && !full.has(row.line)),
  }
}

type RightRow = ListRow & { line: { productId: string; quantity: number } }

const isRight = (row: ListRow): row is RightRow => {
  const { line } = row
  return line?.productId !== undefined && line.quantity !== undefined && line.problem === undefined
}

/** Adds the right lines to the cart and says so. Returns their rows; those that the cart has no room for stay. */
export function addRows(rows: readonly ListRow[]): readonly ListRow[] {
  let added: readonly ListRow[] = []
  const isChanged = changeCart((lines) => {
    const next = withRows(lines, rows)
    added = next.added
    return next.lines
  })
  if (!isChanged) return []
  const count = added.filter(({ isMerged }) => !isMerged).length
  if (count < rows.filter((row) => isRight(row) && !row.isMerged).length) notify.error(cartTexts.full)
  if (count > 0) notify.success(`${linesText(count)} added to the cart`)
  return added
}
