import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import { invalidField } from '#kit/server/problem.ts'
import { readCategories, slugsWithin } from './categories.ts'

/** The values of attributes to filter by, as a URL has them: a product needs one of the values of each attribute. */
export type AttributeFilter = Readonly<Record<string, readonly string[]>>

/** The maximum number of values of one attribute. */
const MAXIMUM_VALUES = 50

/** The products of a category, of the categories below it, and with the values of attributes. */
export interface CategoryFilter {
  /** The category and those below it. */
  readonly slugs: readonly string[]
  /** The condition for the products of some of these categories. */
  within(slugs: readonly string[]): RawBuilder<boolean>
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
  const values = Object.entries(filter).map(([key, given]) => {
    const kinds = attributes.filter((attribute) => attribute.key === key).map(({ kind }) => kind)
    return sql`key = ${key} and ${valueCondition(key, given, kinds)}`
  })
  return {
    slugs,
    within: (some) => {
      const isInCategory = sql`category in (${sql.join(some)})`
      const conditions = values.map(
        (value) =>
          sql`products.id in (select product_id from product_facets where ${isInCategory} and ${value})`,
      )
      return sql`${sql.join([sql`products.${isInCategory}`, ...conditions], sql` and `)}`
    },
  }
}

/** The condition that an attribute has one of the values. `kinds` has its kinds in all categories of the filter. */
function valueCondition(
  key: string,
  values: readonly string[],
  kinds: readonly ('number' | 'text')[],
): RawBuilder<boolean> {
  if (kinds.length === 0) throw invalidField(key, 'The category does not have this attribute.')
  if (values.length > MAXIMUM_VALUES)
    throw invalidField(key, `At most ${MAXIMUM_VALUES} values can be given.`)
  const isText = kinds.includes('text')
  const ranges = kinds.includes('number') ? readRanges(key, values, isText) : []
  const texts = isText ? [sql<boolean>`text_value in (${sql.join(values)})`] : []
  return sql`(${sql.join([...texts, ...ranges], sql` or `)})`
}

/** The conditions of the ranges. Without one, only values that are texts in another category of the filter are accepted. */
function readRanges(key: string, values: readonly string[], isText: boolean): RawBuilder<boolean>[] {
  return values.flatMap((value) => {
    const range = readRange(value)
    if (range) return sql<boolean>`number_value between ${range[0]} and ${range[1]}`
    if (isText) return []
    throw invalidField(key, 'A range is a number, or two around "..", such as 40..80, ..80 or 40..')
  })
}

const NUMBER = String.raw`-?\d{1,12}(?:\.\d{1,6})?`

const RANGE = new RegExp(`^(${NUMBER})?\\.\\.(${NUMBER})?$|^(${NUMBER})$`)

/** The ends of a range, both included; undefined when the text is none. */
function readRange(text: string): [from: number, to: number] | undefined {
  const match = RANGE.exec(text)
  if (!match || text === '..') return undefined
  const [, from, to, exact] = match
  if (exact !== undefined) return [Number(exact), Number(exact)]
  const ends: [number, number] = [Number(from ?? -Number.MAX_VALUE), Number(to ?? Number.MAX_VALUE)]
  return ends[0] <= ends[1] ? ends : undefined
}
