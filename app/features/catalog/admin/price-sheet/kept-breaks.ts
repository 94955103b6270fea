import type { PriceBreak } from '#features/pricing/price-line.ts'
import { formatPrice } from '#kit/money.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { listText } from '#kit/text/list-text.ts'
import type { CellChange } from './sheet-drafts.ts'

/** The price breaks after the first: a price of the sheet leaves them as they are. */
export const laterBreaks = ([, ...later]: readonly PriceBreak[]): readonly PriceBreak[] => later

/** The changed prices of products with later price breaks: whoever saves them has to know that those stay. */
export const leavingBreaks = (changes: readonly CellChange[]): CellChange[] =>
  changes.filter(({ column, product }) => column === 'price' && laterBreaks(product.prices).length > 0)

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
  return `${formatPrice(was)} → ${formatPrice(value)}. ${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`
}
