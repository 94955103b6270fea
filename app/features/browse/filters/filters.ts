import type { Facet } from '#features/catalog/schema.ts'
import { sortNaturally } from '#kit/text/sort-naturally.ts'
import { type Attribute, valueText } from './filter-texts.ts'
import { rangeEnds, type Selection } from './selection.ts'

/** Numbers with more distinct values than this are chosen as a range. */
const MAXIMUM_NUMBERS = 12

/** A value that can be checked. `count`: how many parts have it and everything chosen in the other filters. */
export interface FilterOption {
  readonly value: string
  readonly text: string
  /** Absent for a range, which was chosen as such, and where not all parts are counted. */
  readonly count?: number
  readonly isChosen: boolean
}

/** One filter of a category's page. */
export interface Filter {
  readonly key: string
  readonly label: string
  readonly unit?: string | undefined
  readonly options: readonly FilterOption[]
  /** The two fields of a range, filled in when it is chosen, with the smallest and largest number of the category. */
  readonly range?: { from: string; to: string; minimum: number; maximum: number } | undefined
}

/** A facet, with the names of its values if they are shown by others. */
type NamedFacet = Facet & Pick<Attribute, 'names'>

/**
 * The filters of a category or of a search. `all` has every value there, which decides what a filter looks like, so that it
 * stays the same whatever is chosen; `now` has the counts under the other filters, without the facets that are not counted. A
 * filter with a single value is left out.
 */
export function filtersOf(
  all: readonly NamedFacet[],
  now: readonly NamedFacet[],
  attributes: Selection['attributes'],
): Filter[] {
  const chosenIn = new Map(Object.entries(attributes))
  return all.flatMap((facet) => {
    const chosen = chosenIn.get(facet.key) ?? []
    if (facet.values.length < 2 && chosen.length === 0) return []
    const counted = now.find(({ key }) => key === facet.key)
    const counts = counted && new Map(counted.values.map(({ value, count }) => [String(value), count]))
    return [isRange(facet) ? rangeFilter(facet, chosen) : valuesFilter(facet, counts, chosen)]
  })
}

const isRange = ({ kind, values }: Facet): boolean => kind === 'number' && values.length > MAXIMUM_NUMBERS

function rangeFilter(facet: NamedFacet, chosen: readonly string[]): Filter {
  const { key, label, unit, minimum = 0, maximum = 0 } = facet
  const [only, ...more] = chosen
  const isOne = more.length === 0
  const ends = only !== undefined && isOne ? rangeEnds(only) : { from: '', to: '' }
  const options = isOne ? [] : chosen.map((value) => chosenOption(facet, value))
  return { key, label, unit, options, range: { ...ends, minimum, maximum } }
}

function valuesFilter(
  facet: NamedFacet,
  counts: ReadonlyMap<string, number> | undefined,
  chosen: readonly string[],
): Filter {
  const { key, label, unit } = facet
  const values = sortNaturally(facet.values.map(({ value }) => value)).map(String)
  const others = chosen.filter((value) => !values.includes(value)).map((value) => chosenOption(facet, value))
  const options = values.map((value) => ({
    value,
    text: valueText(value, facet),
    ...(counts && { count: counts.get(value) ?? 0 }),
    isChosen: chosen.includes(value),
  }))
  return { key, label, unit, options: [...others, ...options] }
}

/** A range, or a value that is not among those listed. */
const chosenOption = (facet: NamedFacet, value: string): FilterOption => ({
  value,
  text: valueText(value, facet),
  isChosen: true,
})
