import type { AcceptedValues } from '../categories/category-filter.ts'
import { LISTED_VALUES } from '../categories/facets.ts'
import type { Category, Facet } from '../schema.ts'
import { type Hit, valueIn } from './hits.ts'

type Attribute = Category['attributes'][number]

/** Whether a part has one of the values of each of these filters. */
export const hasAll = (hit: Hit, filters: readonly AcceptedValues[]): boolean =>
  filters.every(({ key, texts, ranges }) => {
    const value = valueIn(hit, key)
    return typeof value === 'number'
      ? ranges.some(([from, to]) => from <= value && value <= to)
      : value !== undefined && texts.includes(value)
  })

/** The values of these parts, each with the number of parts that have it, the most frequent first. */
export function facetOf(attribute: Attribute, hits: readonly Hit[]): Facet {
  const counts = new Map<string | number, number>()
  for (const hit of hits) {
    const value = valueIn(hit, attribute.key)
    if (typeof value === (attribute.kind === 'number' ? 'number' : 'string') && value !== undefined)
      counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  const numbers = [...counts.keys()].filter((value) => typeof value === 'number')
  const values = [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count)
    .slice(0, LISTED_VALUES)
  const ends = numbers.length > 0 && { minimum: Math.min(...numbers), maximum: Math.max(...numbers) }
  return { ...attribute, values, ...ends }
}

/**
 * The attributes that more than half of these parts have, described in the same way, in the sequence of the category with
 * most parts. `described`: the attributes of each category.
 */
export function sharedBy(
  hits: readonly Hit[],
  described: ReadonlyMap<string, readonly Attribute[]>,
): Attribute[] {
  const sharing = new Map<string, { attribute: Attribute; count: number }>()
  const byCategory = [...Map.groupBy(hits, ({ category }) => category)]
  for (const [category, within] of byCategory.sort(([, a], [, b]) => b.length - a.length))
    for (const attribute of described.get(category ?? '') ?? []) {
      const { key, kind, unit = '' } = attribute
      const id = [key, kind, unit].join('\n')
      const count = within.filter((hit) => valueIn(hit, key) !== undefined).length
      sharing.set(id, { attribute, count: (sharing.get(id)?.count ?? 0) + count })
    }
  return [...sharing.values()].flatMap(({ attribute, count }) => (count * 2 > hits.length ? attribute : []))
}
