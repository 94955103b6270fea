import type { Category } from '#features/catalog/schema.ts'
import { attributeText } from '#features/catalog/texts.ts'
import { rangeEnds, type Selection, withoutAttribute, withoutSearch } from './selection.ts'

export type Attribute = Category['attributes'][number] & {
  /** What values are called that are not shown as they are: the names of categories by their slugs. */
  readonly names?: ReadonlyMap<string, string>
}

/** One chosen value and the selection without it. */
interface ChosenValue {
  readonly text: string
  readonly without: Selection
}

/** What is chosen in one filter. */
export interface ChosenFilter {
  readonly label: string
  readonly values: readonly ChosenValue[]
  readonly without: Selection
}

/** The chosen filters in the sequence of the address. */
export function chosenFilters(selection: Selection, attributes: readonly Attribute[]): ChosenFilter[] {
  const { category, q } = selection
  const chosen = Object.entries(selection.attributes).flatMap(([key, values]) => {
    const attribute = attributes.find((each) => each.key === key)
    if (!attribute) return []
    const texts = values.map((value) => ({
      text: valueText(value, attribute),
      without: withoutAttribute(selection, key, value),
    }))
    return [{ label: attribute.label, values: texts, without: withoutAttribute(selection, key) }]
  })
  // The page of a search has it as its heading.
  if (q === undefined || category === undefined) return chosen
  const without = withoutSearch(selection)
  return [...chosen, { label: 'Search', values: [{ text: `“${q}”`, without }], without }]
}

/** A value of an address as words: "M8", "40 mm", "40 to 80 mm", "up to 80 mm". */
export function valueText(
  value: string,
  { kind, unit, names }: Pick<Attribute, 'kind' | 'unit' | 'names'>,
): string {
  const withUnit = (text: string) => attributeText({ value: names?.get(text) ?? text, unit })
  if (kind === 'text' || !value.includes('..')) return withUnit(value)
  const { from, to } = rangeEnds(value)
  if (from === '') return withUnit(`up to ${to}`)
  return to === '' ? `${withUnit(from)} or more` : withUnit(`${from} to ${to}`)
}

/** The chosen filters as one line: "Thread M8 or M10 · Length 40 to 80 mm". */
export const filterSentence = (filters: readonly ChosenFilter[]): string =>
  filters.map(({ label, values }) => `${label} ${values.map(({ text }) => text).join(' or ')}`).join(' · ')
