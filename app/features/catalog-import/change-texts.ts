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

/** The changes of a row in words. Price breaks that only repeat the price are left out, attributes are listed one by one. */
export function rowChanges(changes: readonly FieldChange[]): RowChange[] {
  const hasPrice = changes.some(({ field }) => field === 'price')
  return changes.flatMap(({ field, from, to }) => {
    if (field === 'prices' && hasPrice && isSingle(from) && isSingle(to)) return []
    if (field === 'attributes') return attributeTexts(from, to)
    return [{ label: field, from: textOf(field, from), to: textOf(field, to) }]
  })
}

const isSingle = (prices: unknown): boolean => !Array.isArray(prices) || prices.length === 1

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
