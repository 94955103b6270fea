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
  const values = Object.entries(filter).map(([key, given]) => {
    const kinds = attributes.filter((attribute) => attribute.key === key).map(({ kind }) => kind)
    return { key, ...readValues(key, given, kinds) }
  })
  return {
    slugs,
    idsWithValues: values.length === 0 ? undefined : (some) => productsWith(values, some),
  }
}

/** One of several values of an attribute. */
interface Values {
  readonly key: string
  readonly texts: readonly string[]
  readonly ranges: readonly Range[]
}

type Range = readonly [from: number, to: number]

/** A join of one table for each attribute, so that the database begins with the rarest. Archived products have no values. */
function productsWith(values: readonly Values[], slugs: readonly string[]): RawBuilder<string> {
  const first = sql.ref('facet_0')
  const tables = values.map((_, index) => sql`product_facets as ${sql.ref(`facet_${index}`)}`)
  const conditions = values.map(({ key, texts, ranges }, index) => {
    const facet = sql.ref(`facet_${index}`)
    const matches = [
      ...(texts.length > 0 ? [sql`${facet}.text_value in (${sql.join(texts)})`] : []),
      ...ranges.map(([from, to]) => sql`${facet}.number_value between ${from} and ${to}`),
    ]
    const isSameProduct = sql`${facet}.product_id = ${first}.product_id and ${facet}.category = ${first}.category and `
    return sql`${index === 0 ? sql`` : isSameProduct}${facet}.category in (${sql.join(slugs)}) and ${facet}.key = ${key}
      and (${sql.join(matches, sql` or `)})`
  })
  return sql`select ${first}.product_id as id from ${sql.join(tables)} where ${sql.join(conditions, sql` and `)}`
}

/** Reads the values of an attribute. `kinds` has its kinds in all categories of the filter. */
function readValues(
  key: string,
  given: readonly string[],
  kinds: readonly ('number' | 'text')[],
): Omit<Values, 'key'> {
  if (kinds.length === 0) throw invalidField(key, 'The category does not have this attribute.')
  if (given.length > MAXIMUM_VALUES) throw invalidField(key, `At most ${MAXIMUM_VALUES} values can be given.`)
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

const NUMBER = String.raw`-?\d{1,12}(?:\.\d{1,6})?`

const RANGE = new RegExp(`^(${NUMBER})?\\.\\.(${NUMBER})?$|^(${NUMBER})$`)

/** The ends of a range, both included; undefined when the text is none. */
function readRange(text: string): Range | undefined {
  const match = RANGE.exec(text)
  if (!match || text === '..') return undefined
  const [, from, to, exact] = match
  if (exact !== undefined) return [Number(exact), Number(exact)]
  const ends: Range = [Number(from ?? -Number.MAX_VALUE), Number(to ?? Number.MAX_VALUE)]
  return ends[0] <= ends[1] ? ends : undefined
}
