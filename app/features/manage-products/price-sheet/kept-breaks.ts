import type { PriceBreak } from '#features/pricing/price-line.ts'
import { formatPrice } from '#kit/money.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { upperFirst } from '#kit/text/first-letter.ts'
import { listText } from '#kit/text/list-text.ts'
import { breakIndexOf } from './cells.ts'
import type { CellChange } from './sheet-drafts.ts'

/** The price breaks after the first. */
const laterBreaks = ([, ...later]: readonly PriceBreak[]): readonly PriceBreak[] => later

/**
 * The changed first prices of products whose later price breaks all stay: whoever saves them has to know that. Nobody has to be
 * told who changes a later one too.
 */
export function leavingBreaks(changes: readonly CellChange[]): CellChange[] {
  const withLater = new Set(
    changes.flatMap(({ column, product }) => ((breakIndexOf(column) ?? 0) > 0 ? [product._id] : [])),
  )
  return changes.filter(
    ({ column, product }) =>
      column === 'price' && laterBreaks(product.prices).length > 0 && !withLater.has(product._id),
  )
}

/** "$0.05 → $0.06. From 1,000 pieces $0.04 and from 5,000 $0.03 stay as they are." */
export function keptBreaksText({
  product,
  was,
  value,
}: Pick<CellChange, 'product' | 'was' | 'value'>): string {
  const later = laterBreaks(product.prices)
  const kept = later.map(
    ({ from, price }, index) =>
      `from ${formatCount(from)}${index === 0 ? ' pieces' : ''} ${formatPrice(price)}`,
  )
  const sentence = `${listText(kept)} ${later.length === 1 ? 'stays as it is' : 'stay as they are'}.`
  return `${formatPrice(was)} → ${formatPrice(value)}. ${upperFirst(sentence)}`
}
