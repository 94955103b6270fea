import { isWholeList, type ListedPage, partsText, rangeText, titleOfPage } from '#kit/list-position.ts'
import { countText } from '#kit/text/count-text.ts'
import { type Attribute, type ChosenFilter, filterSentence } from '../filters/filter-texts.ts'
import { fixedColumns, PAGE_SIZE } from '../filters/selection.ts'
import type { TableLayout } from './columns.ts'

// Texts that the server writes, so that browsers load no code for them.

type Counted = Pick<ListedPage, 'total' | 'isTotalCut'>

/** "8 of 30 parts", or the range shown when there are several pages. */
export function countLine(found: ListedPage, chosen: readonly ChosenFilter[], whole: Counted): string {
  if (!isWholeList(found)) return rangeText(found, PAGE_SIZE)
  return chosen.length > 0 ? `${countText(found)} of ${partsText(whole)}` : partsText(found)
}

/** Names the filters and the page. */
export const titleOf = (
  name: string,
  chosen: readonly ChosenFilter[],
  { position }: Pick<ListedPage, 'position'>,
): string => titleOfPage([name, filterSentence(chosen)].filter(Boolean).join(': '), position)

/** What search engines show of a category. */
export function descriptionOf(name: string, total: number, { columns }: TableLayout): string {
  const attributes = columns.map(({ label }) => label.toLowerCase()).join(', ')
  return `${name}, ${partsText({ total })} in bulk: ${attributes ? `${attributes}, ` : ''}price per piece and stock at a glance.`
}

const ORDERS = {
  text: { ascending: 'A to Z', descending: 'Z to A' },
  number: { ascending: 'low to high', descending: 'high to low' },
} as const

/** The orders of a table as options of a select; the default order has no value. */
export function sortOptions(
  attributes: readonly Attribute[],
  first: string,
): { value: string; label: string }[] {
  const { sku, ...rest } = fixedColumns
  const columns = [
    ['sku', sku] as const,
    ...attributes.map((attribute) => [attribute.key, attribute] as const),
    ...Object.entries(rest),
  ]
  return [
    { value: '', label: first },
    ...columns.flatMap(([key, { label, kind }]) => [
      { value: key, label: `${label}, ${ORDERS[kind].ascending}` },
      { value: `-${key}`, label: `${label}, ${ORDERS[kind].descending}` },
    ]),
  ]
}
