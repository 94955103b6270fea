import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import { invalidField } from '#kit/server/problem.ts'
import { readCategories, slugsWithin } from './categories.ts'
import { ATTRIBUTE_NUMBER } from './product-fields.ts'

/** The values of attributes to filter by, as a URL has them: a product needs one of the values of each attribute. */
export type AttributeFilter = Readonly<Record<string, readonly string[]>>

/** The maximum number of values of all attributes: databases limit the parameters and terms of a statement. */
const MAXIMUM_VALUES = 50

/** Which products a list of a category has. */
export interface CategoryFilter {
  /** The category and those below it. */
  readonly slugs: readonly string[]
  /** Selects the ids of the products of some of these categories that have the values; undefined without attributes. */
  readonly idsWithValues: ((slugs: readonly string[]) => RawBuilder<string>) | undefined
}

/**
 * Reads the filter of a list. A product needs one of the values of each attribute. Refuses (422) an unknown category, an
 * attribute that no category in it has, and an invalid range.
 */
export async function readCategoryFilter(
  db: Db,
  category: string,
  filter: AttributeFilter,
): Promise<CategoryFilter> {
  const categories = await readCategories(db)
  const slugs = slugsWithin(categories, category)
  const within = categories.filter(({ slug }) => slugs.includes(slug))
  if (within.length === 0) throw invalidField('category', 'There is no such category.')
  const attributes = within.flatMap((each) => each.attributes)
  const entries = Object.entries(filter)
  if (entries.flatMap(([, given]) => given).length > MAXIMUM_VALUES)
    throw invalidField(entries.at(-1)?.[0] ?? '', `At most ${MAXIMUM_VALUES} values can be given.`)
  const values = entries.map(([key, given]) => {
    const kinds = attributes.filter((attribute) => attribute.key === key).map(({ kind }) => kind)
    return { key, ...readValues(key, given, kinds) }
  })
  return {
    slugs,
    idsWithValues: values.length === 0 ? undefined : (some) => productsWith(values, some),
  }
}

/** The accepted values of one attribute; a product has one of them. */
interface AcceptedValues {
  readonly key: string
  readonly texts: readonly string[]
  readonly ranges: readonly Range[]
}

type Range = readonly [from: number, to: number]

/** Selects for each attribute, not a join: databases plan a join of many tables for seconds. Archived products have no values. */
function productsWith(values: readonly AcceptedValues[], slugs: readonly string[]): RawBuilder<string> {
  const selects = values.map(({ key, texts, ranges }) => {
    const matches = [
      ...(texts.length > 0 ? [sql`text_value in (${sql.join(texts)})`] : []),
      ...ranges.map(([from, to]) => sql`number_value between ${from} and ${to}`),
    ]
    return sql`select product_id as id from product_facets
      where category in (${sql.join(slugs)}) and key = ${key} and (${sql.join(matches, sql` or `)})`
  })
  return sql`${sql.join(selects, sql` intersect `)}`
}

/** Reads the values of an attribute. `kinds` has its kinds in all categories of the filter. */
function readValues(
  key: string,
  given: readonly string[],
  kinds: readonly ('number' | 'text')[],
): Omit<AcceptedValues, 'key'> {
  if (kinds.length === 0) throw invalidField(key, 'The category does not have this attribute.')
  const texts = kinds.includes('text') ? given : []
  if (!kinds.includes('number')) return { texts, ranges: [] }
  const ranges = given.flatMap((value) => {
    const range = readRange(value)
    if (range) return [range]
    // It is a text in another category of the filter.
    if (texts.length > 0) return []
    throw invalidField(key, 'A range is a number, or two around "..", such as 40..80, ..80 or 40..')
  })
  return { texts, ranges }
}

const RANGE = new RegExp(`^(${ATTRIBUTE_NUMBER})?\\.\\.(${ATTRIBUTE_NUMBER})?$|^(${ATTRIBUTE_NUMBER})$`)

/** The ends of a range, both included; undefined when the text is none. */
function readRange(text: string): Range | undefined {
  const match = RANGE.exec(text)
  if (!match || text === '..') return undefined
  const [, from, to, exact] = match
  if (exact !== undefined) return [Number(exact), Number(exact)]
  const ends: Range = [Number(from ?? -Number.MAX_VALUE), Number(to ?? Number.MAX_VALUE)]
  return ends[0] <= ends[1] ? ends : undefined
}
