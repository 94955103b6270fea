import { readTyped } from '#features/catalog/fields.ts'
import type { Category } from '#features/catalog/schema.ts'
import { readPrice } from '#kit/input/read-price.ts'
import { formatPrice } from '#kit/money.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { readPieces } from '#kit/text/read-number.ts'
import type { ChangeText } from '#kit/ui/admin/save-bar.tsx'
import { fieldLabels, fieldText as valueText } from '../field-labels.ts'
import { breaksOf, type Draft } from './draft.ts'

/** The label of a field of the form, or of the history of a product. */
export function fieldLabel(field: string, categories: readonly Category[]): string {
  const key = /^attributes\/(.+)/.exec(field)?.[1]
  if (key === undefined) return fieldLabels[field] ?? field
  const attributes = categories.flatMap((category) => category.attributes)
  return attributes.find((attribute) => attribute.key === key)?.label ?? key
}

/** Instead of an empty value. */
export const NOTHING_TEXT = '–'

/** The value of a field in one line. */
export function fieldText(field: string, draft: Draft, categories: readonly Category[]): string {
  const text = (draft[field] ?? '').trim()
  if (field === 'prices') return pricesText(draft)
  if (text === '') return NOTHING_TEXT
  if (field === 'category') return categories.find(({ slug }) => slug === text)?.name ?? text
  const { value } = readTyped(field, text)
  return value === undefined ? text : valueText(field, value)
}

const pricesText = (draft: Draft): string => breakTexts(draft).join(' · ')

const breakTexts = (draft: Draft): string[] =>
  breaksOf(draft).map(
    ({ from, price }, index) =>
      `${piecesText(index === 0 ? (draft.minimum ?? '') : from)}: ${priceText(price)}`,
  )

/** The change of a field; of the price breaks only those that differ. */
export function changeText(
  field: string,
  before: Draft,
  after: Draft,
  categories: readonly Category[],
): ChangeText {
  const label = fieldLabel(field, categories)
  if (field !== 'prices') {
    return { label, from: fieldText(field, before, categories), to: fieldText(field, after, categories) }
  }
  const [from, to] = [breakTexts(before), breakTexts(after)]
  const only = (texts: readonly string[], others: readonly string[]): string =>
    texts.filter((text) => !others.includes(text)).join(' · ') || NOTHING_TEXT
  return { label, from: only(from, to), to: only(to, from) }
}

function piecesText(text: string): string {
  const pieces = readPieces(text)
  return pieces === undefined ? text || NOTHING_TEXT : formatCount(pieces)
}

function priceText(text: string): string {
  const [dollars, other] = readPrice(text) ?? []
  return dollars === undefined || other !== undefined ? text || NOTHING_TEXT : formatPrice(dollars)
}
