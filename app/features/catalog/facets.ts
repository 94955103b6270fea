import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import { COUNTED_AT_MOST } from '#kit/db/row-counts.ts'
import { invalidField } from '#kit/server/problem.ts'
import type { Shop } from '#kit/shop.ts'
import { countedIn } from './categories.ts'
import {
  type AcceptedValues,
  type AttributeFilter,
  type CategoryFilter,
  idsOfProducts,
  MAXIMUM_COUNTED,
  readCategoryFilter,
} from './category-filter.ts'
import { findSearch, hitCondition } from './find-search.ts'
import type { Facet, Facets } from './schema.ts'

/** The products to count, as in the query of a list. */
export interface FacetQuery {
  readonly category: string
  readonly attributes?: AttributeFilter | undefined
  readonly q?: string | undefined
}

/** This many values of a facet are listed, the most frequent ones. */
const LISTED_VALUES = 50

/**
 * The attributes of a category's products with their values, each with the number of products that have it. A facet counts as
 * if nothing were chosen in it and everything in the others. `total` counts the products that have everything. Refuses (422)
 * what a list refuses, and more than {@link MAXIMUM_COUNTED} chosen attributes.
 */
export async function listFacets(
  shop: Pick<Shop, 'db' | 'kind'>,
  { category, attributes = {}, q }: FacetQuery,
): Promise<Facets> {
  const { db } = shop
  const filter = await readCategoryFilter(db, category, attributes)
  const excess = filter.values[MAXIMUM_COUNTED]
  if (excess) throw invalidField(excess.key, `At most ${MAXIMUM_COUNTED} attributes can be chosen.`)
  const found = await findSearch(shop, q, COUNTED_AT_MOST)
  const isHit = found && hitCondition(shop, found)
  const counting = { db, filter, isHit }
  const chosen = filter.values.map(({ key }) => key)
  const [total, ends, open, ...ofChosen] = await Promise.all([
    countProducts(counting),
    readEnds(counting),
    countValues(counting, filter.values, sql`key not in (${sql.join(['', ...chosen])})`),
    ...filter.values.map((value) =>
      countValues(
        counting,
        filter.values.filter((other) => other !== value),
        sql`key = ${value.key}`,
      ),
    ),
  ])
  return { total, facets: toFacets(filter, [...open, ...ofChosen.flat()], ends) }
}

interface Counting {
  readonly db: Db
  readonly filter: CategoryFilter
  readonly isHit: RawBuilder<boolean> | undefined
}

interface ValueCount {
  readonly key: string
  readonly text_value: string | null
  readonly number_value: number | null
  readonly counted: number
}

async function countProducts({ db, filter, isHit }: Counting): Promise<number> {
  if (filter.values.length === 0 && !isHit) return (await countedIn(db))(filter.slugs)
  const ids = idsOfProducts(filter, filter.values, isHit)
  const { rows } = await sql<{ counted: number }>`select count(*) as counted from (${ids}) as found`.execute(
    db,
  )
  return rows[0]?.counted ?? 0
}

/** The most frequent values of each of some keys, among the products that have the other values. */
async function countValues(
  { db, filter, isHit }: Counting,
  others: readonly AcceptedValues[],
  ofKeys: RawBuilder<unknown>,
): Promise<ValueCount[]> {
  const isAll = others.length === 0 && !isHit
  const among = isAll ? sql`` : sql`and product_id in (${idsOfProducts(filter, others, isHit)})`
  const inCategory = sql`category in (${sql.join(filter.slugs)}) and ${ofKeys} ${among}`
  // Each kind has an index in the sequence of its values.
  const { rows } = await sql<ValueCount>`
    select key, text_value, number_value, counted from (
      select counts.*, row_number() over (
        partition by key, text_value is null order by counted desc, text_value, number_value) as place
      from (
        select key, text_value, null as number_value, count(*) as counted from product_facets
          where text_value is not null and ${inCategory} group by key, text_value
        union all
        select key, null as text_value, number_value, count(*) as counted from product_facets
          where number_value is not null and ${inCategory} group by key, number_value
      ) as counts) as places
    where place <= ${LISTED_VALUES} order by place`.execute(db)
  return rows
}

interface Ends {
  readonly key: string
  readonly minimum: number
  readonly maximum: number
}

/** The smallest and the largest number of each attribute in the whole category. */
async function readEnds({ db, filter }: Counting): Promise<Ends[]> {
  // The ends of each index range. With an aggregate databases read all of it.
  const endOf = (direction: 'asc' | 'desc') => sql`
    (select number_value from product_facets as facets
      where facets.category = described.category and facets.key = described.key and number_value is not null
      order by number_value ${sql.raw(direction)} limit 1)`
  const { rows } = await sql<Ends>`
    select key, min(first) as minimum, max(last) as maximum from (
      select key, ${endOf('asc')} as first, ${endOf('desc')} as last from category_attributes as described
      where category in (${sql.join(filter.slugs)}) and kind = 'number') as ends
    where first is not null group by key`.execute(db)
  return rows
}

/** One facet for each attribute; two where children of the category have a number and a text with the same key. */
function toFacets(
  { attributes }: CategoryFilter,
  counts: readonly ValueCount[],
  ends: readonly Ends[],
): Facet[] {
  const described = new Map(attributes.map((attribute) => [`${attribute.key} ${attribute.kind}`, attribute]))
  return [...described.values()].map((attribute) => {
    const { key, kind } = attribute
    const values = counts.flatMap((row) => {
      const value = kind === 'text' ? row.text_value : row.number_value
      return row.key === key && value !== null ? [{ value, count: row.counted }] : []
    })
    const range = kind === 'number' ? ends.find((end) => end.key === key) : undefined
    return { ...attribute, values, ...(range && { minimum: range.minimum, maximum: range.maximum }) }
  })
}
