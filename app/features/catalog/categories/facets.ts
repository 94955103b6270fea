import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import { countUpToLimit, type RowCount } from '#kit/db/row-counts.ts'
import { invalidField } from '#kit/server/app-error.ts'
import type { Facet, Facets } from '../schema.ts'
import { countedIn } from './categories.ts'
import {
  type AcceptedValues,
  type CategoryFilter,
  type CategoryQuery,
  idsOfProducts,
  MAXIMUM_COUNTED,
  readCategoryFilter,
} from './category-filter.ts'

/** This many values of a facet are listed, the most frequent ones. */
export const LISTED_VALUES = 50

/** The facets of a category with everything chosen, and those of the whole category. */
export interface ComparedFacets {
  readonly chosen: Facets
  readonly all: Facets
}

/**
 * The attributes of a category's products with their values, each with the number of products that have it. A facet counts as
 * if nothing were chosen in it and everything in the others. `total` counts the products that have everything. Refuses (422)
 * what a list refuses, and more than {@link MAXIMUM_COUNTED} chosen attributes.
 */
export async function listFacets(db: Db, query: CategoryQuery): Promise<Facets> {
  const filter = await readCategoryFilter(db, query)
  const excess = filter.values[MAXIMUM_COUNTED]
  if (excess) throw invalidField(excess.key, `At most ${MAXIMUM_COUNTED} attributes can be chosen.`)
  return (await compareFacets(db, filter)).chosen
}

/**
 * The facets as {@link listFacets} has them, beside those of the whole category. Both are counted at once. `count`: the number
 * of products of the category, when it was read already.
 */
export async function compareFacets(db: Db, filter: CategoryFilter, count?: number): Promise<ComparedFacets> {
  const counting = { db, filter }
  const chosen = filter.values.map(({ key }) => key)
  const [inAll, total, ends, open, ...ofChosen] = await Promise.all([
    count ?? countAll(counting),
    countChosen(counting),
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
  const counts = [...open, ...ofChosen.flat()]
  return {
    chosen: { total: total ?? inAll, facets: toFacets(filter, counts, ends, 'chosen') },
    all: { total: inAll, facets: toFacets(filter, counts, ends, 'all') },
  }
}

/** How many products a list of the category has, as the list itself counts them. */
export const countInCategory = (db: Db, filter: CategoryFilter): Promise<RowCount> =>
  countUpToLimit(db, idsOfProducts(filter))

interface Counting {
  readonly db: Db
  readonly filter: CategoryFilter
}

/** How often a value occurs, and its place in its facet, the most frequent first. */
interface ValueCount {
  readonly key: string
  readonly text_value: string | null
  readonly number_value: number | null
  readonly in_chosen: number
  readonly in_all: number
  readonly place_in_chosen: number
  readonly place_in_all: number
}

/** The products of which values are counted: those with everything chosen in the other facets, or all of the category. */
type Among = 'chosen' | 'all'

const countAll = async ({ db, filter }: Counting): Promise<number> => (await countedIn(db))(filter.slugs)

/** Undefined when nothing is chosen. */
async function countChosen({ db, filter }: Counting): Promise<number | undefined> {
  if (filter.values.length === 0 && !filter.isHit) return undefined
  const { rows } = await sql<{ counted: number }>`
    select count(*) as counted from (${idsOfProducts(filter)}) as found`.execute(db)
  return rows[0]?.counted ?? 0
}

/** The values of some keys. Of each key those that are listed. */
async function countValues(
  { db, filter }: Counting,
  others: readonly AcceptedValues[],
  ofKeys: RawBuilder<unknown>,
): Promise<ValueCount[]> {
  const isAll = others.length === 0 && !filter.isHit
  // Materialized, since both counts below read it.
  const found = isAll ? sql`` : sql`with found as materialized (${idsOfProducts(filter, others)})`
  const isFound = isAll ? sql`` : sql`filter (where product_id in (select id from found))`
  const counts = sql`count(*) as in_all, count(*) ${isFound} as in_chosen`
  const inCategory = sql`category in (${sql.join(filter.slugs)}) and ${ofKeys}`
  // Each kind has an index in the sequence of its values.
  const { rows } = await sql<ValueCount>`
    ${found}
    select * from (
      select counts.*, ${placeIn('chosen')} as place_in_chosen, ${placeIn('all')} as place_in_all
      from (
        select key, text_value, null as number_value, ${counts} from product_facets
          where text_value is not null and ${inCategory} group by key, text_value
        union all
        select key, null as text_value, number_value, ${counts} from product_facets
          where number_value is not null and ${inCategory} group by key, number_value
      ) as counts) as places
    where place_in_chosen <= ${LISTED_VALUES} or place_in_all <= ${LISTED_VALUES}`.execute(db)
  return rows
}

const placeIn = (among: Among): RawBuilder<unknown> => sql`row_number() over (
  partition by key, text_value is null order by ${sql.ref(`in_${among}`)} desc, text_value, number_value)`

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
  among: Among,
): Facet[] {
  const listed = counts
    .filter((row) => row[`in_${among}`] > 0 && row[`place_in_${among}`] <= LISTED_VALUES)
    .sort((a, b) => a[`place_in_${among}`] - b[`place_in_${among}`])
  const described = new Map(attributes.map((attribute) => [`${attribute.key} ${attribute.kind}`, attribute]))
  return [...described.values()].map((attribute) => {
    const { key, kind } = attribute
    const values = listed.flatMap((row) => {
      const value = kind === 'text' ? row.text_value : row.number_value
      return row.key === key && value !== null ? [{ value, count: row[`in_${among}`] }] : []
    })
    const range = kind === 'number' ? ends.find((end) => end.key === key) : undefined
    return { ...attribute, values, ...(range && { minimum: range.minimum, maximum: range.maximum }) }
  })
}
