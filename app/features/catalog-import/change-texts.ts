import type { PriceBreak } from '#features/catalog/price-line.ts'
import type { FieldChange } from '#kit/audit/field-change.ts'
import { formatCount } from '#kit/count-text.ts'
import { formatPrice } from '#kit/money.ts'

/** A change of one field in words, under the name of its column or attribute; an empty text for a value that there is not. */
export interface RowChange {
  readonly label: string
  readonly from: string
  readonly to: string
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
    return [{ label: field, from: textOf(field, from), to: textOf(field, to) }]
  })
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
    }))
}

function attributeTexts(from: unknown, to: unknown): RowChange[] {
  const [before, after] = [from ?? {}, to ?? {}] as Record<string, unknown>[]
  const keys = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...keys]
    .filter((key) => before?.[key] !== after?.[key])
    .map((key) => ({ label: key, from: textOf(key, before?.[key]), to: textOf(key, after?.[key]) }))
}

function textOf(field: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (field === 'price') return formatPrice(Number(value))
  if (field === 'prices')
    return (value as PriceBreak[])
      .map(({ from, price }) => `${formatCount(from)}: ${formatPrice(price)}`)
      .join(', ')
  return ['quantity', 'minimum', 'step'].includes(field) ? formatCount(Number(value)) : String(value)
}
