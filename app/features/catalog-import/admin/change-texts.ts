import { fieldText } from '#features/manage-products/field-labels.ts'
import type { PriceBreak } from '#features/pricing/price-line.ts'
import type { FieldChange } from '#kit/audit/field-change.ts'
import { formatCount } from '#kit/text/count-text.ts'

/** A change of one field in words, under the name of its column or attribute; an empty text for a value that there is not. */
export interface RowChange {
  readonly label: string
  readonly from: string
  readonly to: string
  /** Of a price: by how much it changes, such as "+4 %". */
  readonly percent?: string | undefined
  /** Of a price: it is ten times as high, or a tenth, so that a decimal point may be in the wrong place. */
  readonly isOutlier?: boolean | undefined
}

/**
 * The changes of a row in words, price breaks and attributes one by one. A price break that only repeats the price is left
 * out.
 */
export function rowChanges(changes: readonly FieldChange[]): RowChange[] {
  const hasPrice = changes.some(({ field }) => field === 'price')
  return changes.flatMap(({ field, from, to }) => {
    if (field === 'prices' && Array.isArray(from) && Array.isArray(to)) return breakTexts(from, to, hasPrice)
    if (field === 'prices' && hasPrice && isSingle(from) && isSingle(to)) return []
    if (field === 'attributes') return attributeTexts(from, to)
    const texts = { label: field, from: textOf(field, from), to: textOf(field, to) }
    return [field === 'price' ? { ...texts, ...priceChangeOf(from, to) } : texts]
  })
}

const OUTLIER = 10
const SLACK = 1e-9

/** By how much a price changes; nothing for one that is new. */
export function priceChangeOf(from: unknown, to: unknown): Pick<RowChange, 'percent' | 'isOutlier'> {
  if (typeof from !== 'number' || typeof to !== 'number' || from <= 0) return {}
  const factor = to / from
  const percent = (factor - 1) * 100
  const size = Math.abs(percent)
  const rounded = size < 10 ? Number(size.toFixed(1)) : Math.round(size)
  const shown = rounded === 0 ? 'less than 0.1' : formatCount(rounded)
  // Prices have four decimals, so the quotient of two of them is not exact.
  const isOutlier = to >= OUTLIER * from - SLACK || from >= OUTLIER * to - SLACK
  return {
    percent: `${percent < 0 ? '−' : '+'}${shown} %`,
    ...(isOutlier && { isOutlier }),
  }
}

const isSingle = (prices: unknown): boolean => !Array.isArray(prices) || prices.length === 1

/** The price breaks that differ. The first one has the price of the product. */
function breakTexts(
  before: readonly PriceBreak[],
  after: readonly PriceBreak[],
  hasPrice: boolean,
): RowChange[] {
  const priceFrom = (breaks: readonly PriceBreak[], from: number) =>
    breaks.find((each) => each.from === from)?.price
  const repeated = hasPrice && before[0]?.from === after[0]?.from ? after[0]?.from : undefined
  const quantities = new Set([...before, ...after].map(({ from }) => from).sort((one, other) => one - other))
  return [...quantities]
    .filter((from) => from !== repeated && priceFrom(before, from) !== priceFrom(after, from))
    .map((from) => ({
      label: `price from ${formatCount(from)}`,
      from: textOf('price', priceFrom(before, from)),
      to: textOf('price', priceFrom(after, from)),
      ...priceChangeOf(priceFrom(before, from), priceFrom(after, from)),
    }))
}

function attributeTexts(from: unknown, to: unknown): RowChange[] {
  const [before, after] = [from ?? {}, to ?? {}] as Record<string, unknown>[]
  const keys = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...keys]
    .filter((key) => before?.[key] !== after?.[key])
    .map((key) => ({ label: key, from: textOf(key, before?.[key]), to: textOf(key, after?.[key]) }))
}

const textOf = (field: string, value: unknown): string =>
  value === null || value === undefined ? '' : fieldText(field, value)
