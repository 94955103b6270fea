import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import { invalid, readCategories, slugsWithin } from './categories.ts'

/** The values of attributes to filter by, as a URL has them: a product needs one of the values of each attribute. */
export type AttributeFilter = Readonly<Record<string, readonly string[]>>

/**
 * The condition that a product is in the category or below it, and has one of the values of each attribute. Refuses (422) an
 * unknown category, an attribute that no category in it has, and an invalid range.
 */
export async function categoryCondition(
  db: Db,
  category: string,
  filter: AttributeFilter,
): Promise<RawBuilder<boolean>> {
  const categories = await readCategories(db)
  const slugs = slugsWithin(categories, category)
  const within = categories.filter(({ slug }) => slugs.includes(slug))
  if (within.length === 0) throw invalid('category', 'There is no such category.')
  const kinds = new Map(
    within.flatMap(({ attributes }) => attributes.map(({ key, kind }) => [key, kind] as const)),
  )
  const inCategory = sql`category in (${sql.join(slugs)})`
  const conditions = Object.entries(filter).map(([key, values]) => {
    const kind = kinds.get(key)
    if (!kind) throw invalid(key, 'The category does not have this attribute.')
    const matches = kind === 'text' ? sql`text_value in (${sql.join(values)})` : numberCondition(key, values)
    return sql<boolean>`products.id in (
      select product_id from product_facets where ${inCategory} and key = ${key} and ${matches})`
  })
  return sql`${sql.join([sql`products.${inCategory}`, ...conditions], sql` and `)}`
}

function numberCondition(key: string, values: readonly string[]): RawBuilder<boolean> {
  const ranges = values.map((value) => {
    const range = readRange(value)
    if (!range) throw invalid(key, 'A range is a number, or two around "..", such as 40..80, ..80 or 40..')
    const [from, to] = range
    return sql<boolean>`number_value between ${from} and ${to}`
  })
  return sql`(${sql.join(ranges, sql` or `)})`
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
