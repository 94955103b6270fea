import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import { COUNTED_AT_MOST } from '#kit/db/row-counts.ts'
import { shows } from '#kit/public-cache/shown.ts'
import { invalidField } from '#kit/server/app-error.ts'
import { ATTRIBUTE_NUMBER } from '../limits.ts'
import { readAttributes, toAttribute } from '../products/attributes.ts'
import { CATALOGUE, categoryTag } from '../public/tags.ts'
import { type Category, productQuerySchema } from '../schema.ts'
import { findSearch, hitCondition } from '../search/find-search.ts'
import { listCategories, slugsWithin } from './categories.ts'

/** The values of attributes to filter by, as a URL has them: a product needs one of the values of each attribute. */
export type AttributeFilter = Readonly<Record<string, readonly string[]>>

/** The parameters that are attributes of a category. */
export const attributesOf = (parameters: Record<string, string[]>): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(parameters).filter(([name]) => !Object.hasOwn(productQuerySchema.shape, name)),
  )

/** The maximum number of values of all attributes: databases limit the parameters and terms of a statement. */
const MAXIMUM_VALUES = 50

/**
 * The maximum number of attributes to filter by where values are counted: each attribute is counted under all the others, so
 * the time grows with the square of their number.
 */
export const MAXIMUM_COUNTED = 12

/** A list of a category, as an address has it. */
export interface CategoryQuery {
  /** The slug; the categories below are included. */
  readonly category: string
  readonly attributes?: AttributeFilter | undefined
  readonly q?: string | undefined
}

/** Which products a list of a category has. It is read once for all that is asked about them. */
export interface CategoryFilter {
  /** The category and those below it. */
  readonly slugs: readonly string[]
  /** The attributes of these categories; the same key can occur several times. */
  readonly attributes: Category['attributes']
  /** The attributes to filter by, each with its accepted values. */
  readonly values: readonly AcceptedValues[]
  /** The condition that a product is a hit of the search; undefined without one. */
  readonly isHit: RawBuilder<boolean> | undefined
}

/** The accepted values of one attribute; a product has one of them. */
export interface AcceptedValues {
  readonly key: string
  readonly texts: readonly string[]
  readonly ranges: readonly Range[]
}

type Range = readonly [from: number, to: number]

/**
 * Reads the filter of a list. A product needs one of the values of each attribute. Refuses (422) an unknown category, an
 * attribute that no category in it has, and an invalid range.
 */
export async function readCategoryFilter(
  db: Db,
  { category, attributes: filter = {}, q }: CategoryQuery,
): Promise<CategoryFilter> {
  shows(CATALOGUE, categoryTag(category))
  const { slugs, attributes } = await readDescription(db, category)
  const entries = Object.entries(filter)
  if (entries.flatMap(([, given]) => given).length > MAXIMUM_VALUES)
    throw invalidField(entries.at(-1)?.[0] ?? '', `At most ${MAXIMUM_VALUES} values can be given.`)
  const values = entries.map(([key, given]) => {
    const kinds = kindsOf(attributes, key)
    if (kinds.length === 0) throw invalidField(key, 'The category does not have this attribute.')
    const { invalid, ...accepted } = readValues(key, given, kinds)
    if (invalid.length > 0)
      throw invalidField(key, 'A range is a number, or two around "..", such as 40..80, ..80 or 40..')
    return accepted
  })
  return { slugs, attributes, values, isHit: await readHits(db, q) }
}

async function readHits(db: Db, q: string | undefined): Promise<RawBuilder<boolean> | undefined> {
  const search = await findSearch(db, q, COUNTED_AT_MOST)
  return search && hitCondition(db, search)
}

/** What a filter has to know of a category: its slug with those below it, and the attributes of all these. */
type Description = Pick<CategoryFilter, 'slugs' | 'attributes'>

async function readDescription(db: Db, category: string): Promise<Description> {
  const categories = await db.selectFrom('categories').select(['slug', 'parent']).orderBy('name').execute()
  if (!categories.some(({ slug }) => slug === category))
    throw invalidField('category', 'There is no such category.')
  const slugs = slugsWithin(categories, category)
  const bySlug = await readAttributes(db, slugs)
  return { slugs, attributes: slugs.flatMap((slug) => bySlug.get(slug) ?? []).map(toAttribute) }
}

/** A parameter of an address that a page leaves out. */
interface IgnoredParameter {
  readonly name: string
  readonly value: string
}

/** The filter of a category's page, and what was left out of it. */
export interface PageFilter {
  readonly category: Category
  /** All categories, which were read for it; only its own and those below it have their attributes. */
  readonly categories: readonly Category[]
  readonly filter: CategoryFilter
  /** The values of the filter as the address has them. */
  readonly attributes: AttributeFilter
  readonly ignored: readonly IgnoredParameter[]
}

/**
 * Reads the filter of a category's page. Unlike {@link readCategoryFilter} it leaves out what it cannot read, since an
 * address can be old or mistyped. Undefined for an unknown category.
 */
export async function readPageFilter(
  db: Db,
  { category: slug, attributes: parameters = {}, q }: CategoryQuery,
): Promise<PageFilter | undefined> {
  shows(CATALOGUE, categoryTag(slug))
  const categories = await listCategories(db, slug)
  const category = categories.find((each) => each.slug === slug)
  if (!category) return undefined
  const slugs = slugsWithin(categories, slug)
  const attributes = categories.flatMap((each) => (slugs.includes(each.slug) ? each.attributes : []))
  const { accepted, values, ignored } = readChosen(attributes, parameters)
  const filter = { slugs, attributes, values, isHit: await readHits(db, q) }
  return { category, categories, filter, attributes: accepted, ignored }
}

/** What of an address's parameters is a value of an attribute, and what was left out. */
export function readChosen(
  attributes: Category['attributes'],
  parameters: AttributeFilter,
): Pick<CategoryFilter, 'values'> & Pick<PageFilter, 'ignored'> & { readonly accepted: AttributeFilter } {
  // Without inherited properties, which could have the key of an attribute.
  const accepted: Record<string, readonly string[]> = Object.create(null)
  const values: AcceptedValues[] = []
  const ignored: IgnoredParameter[] = []
  let room = MAXIMUM_VALUES
  for (const [name, given] of Object.entries(parameters)) {
    const kinds = kindsOf(attributes, name)
    const { invalid } = readValues(name, given, kinds)
    const most = values.length < MAXIMUM_COUNTED ? room : 0
    const valid = [...new Set(given)].filter((value) => !invalid.includes(value)).slice(0, most)
    room -= valid.length
    ignored.push(...given.filter((value) => !valid.includes(value)).map((value) => ({ name, value })))
    if (valid.length === 0) continue
    accepted[name] = valid
    values.push(readValues(name, valid, kinds))
  }
  return { accepted, values, ignored }
}

/** The kinds of an attribute in all categories of a filter; none when they do not have it. */
const kindsOf = (attributes: Category['attributes'], key: string): ('number' | 'text')[] =>
  attributes.filter((attribute) => attribute.key === key).map(({ kind }) => kind)

/**
 * Selects the ids of the products of some categories that have one of the values of each attribute. Selects for each
 * attribute, not a join: databases plan a join of many tables for seconds. Archived products have no values.
 */
export function idsWithValues(
  values: readonly AcceptedValues[],
  slugs: readonly string[],
): RawBuilder<unknown> {
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

/** Selects the ids of the products for sale of a filter, with other values if some are given. */
export function idsOfProducts(
  { slugs, isHit, ...filter }: CategoryFilter,
  values = filter.values,
): RawBuilder<unknown> {
  if (values.length > 0 && !isHit) return idsWithValues(values, slugs)
  const conditions = [
    sql`archived_at is null and category in (${sql.join(slugs)})`,
    ...(values.length > 0 ? [sql`id in (${idsWithValues(values, slugs)})`] : []),
    ...(isHit ? [isHit] : []),
  ]
  return sql`select id from products where ${sql.join(conditions, sql` and `)}`
}

/** Reads the values of an attribute that has these kinds. */
function readValues(
  key: string,
  given: readonly string[],
  kinds: readonly ('number' | 'text')[],
): AcceptedValues & { readonly invalid: readonly string[] } {
  const texts = kinds.includes('text') ? given : []
  const ranges = kinds.includes('number') ? given.flatMap((value) => readRange(value) ?? []) : []
  // What is no range can be a text in another category of the filter.
  const invalid = kinds.includes('text')
    ? []
    : given.filter((value) => kinds.length === 0 || readRange(value) === undefined)
  return { key, texts, ranges, invalid }
}

const RANGE = new RegExp(`^(${ATTRIBUTE_NUMBER})?\\.\\.(${ATTRIBUTE_NUMBER})?$|^(${ATTRIBUTE_NUMBER})$`)

/** The ends of a range, both included; undefined when the text is none. */
function readRange(text: string): readonly [Range] | undefined {
  const match = RANGE.exec(text)
  if (!match || text === '..') return undefined
  const [, from, to, exact] = match
  if (exact !== undefined) return [[Number(exact), Number(exact)]]
  const ends: Range = [Number(from ?? -Number.MAX_VALUE), Number(to ?? Number.MAX_VALUE)]
  return ends[0] <= ends[1] ? [ends] : undefined
}
