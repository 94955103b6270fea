import { sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import { COUNTED_AT_MOST, cutCount, type RowCount } from '#kit/db/row-counts.ts'
import { shows } from '#kit/public-cache/shown.ts'
import {
  type AcceptedValues,
  type AttributeFilter,
  type CategoryFilter,
  idsOfProducts,
  type PageFilter,
  readChosen,
} from '../categories/category-filter.ts'
import { countInCategory } from '../categories/facets.ts'
import { inSequenceOf } from '../lists/best-hits.ts'
import { type ColumnSort, readProducts, sortedIds } from '../lists/sort-by-column.ts'
import { readAttributes, toAttribute } from '../products/attributes.ts'
import { CATALOGUE, STOCK } from '../public/tags.ts'
import type { Category, Facet, Product } from '../schema.ts'
import { findSearch, hitCondition, type Search } from '../search/find-search.ts'
import { productsForSaleWith } from '../search/product-index.ts'
import { rankHits } from '../search/rank-hits.ts'
import { wordsOf } from '../search/search-terms.ts'
import { facetOf, hasAll, sharedBy } from './found-facets.ts'
import { CATEGORY, type Hit, readHits, toValueRow } from './hits.ts'

/** What a page of found parts asks for, as its address has it. */
export interface FoundQuery {
  readonly q: string
  /** Values of attributes by key, and the slugs of categories by `category`. */
  readonly attributes: AttributeFilter
}

/** The parts that a search finds, and how they can be filtered. */
export interface FoundParts extends Pick<PageFilter, 'attributes' | 'ignored'> {
  /** The words that were searched for instead, when no part has those that were entered. */
  readonly corrected?: string
  /** How many parts the search finds without filters. */
  readonly whole: RowCount
  /** What most of the parts in the chosen categories have. */
  readonly shared: Category['attributes']
  /** What can be chosen, `category` first: the values of the found parts in the chosen categories. */
  readonly facets: readonly Facet[]
  /** The same facets counted under all other filters; without those of more parts than are read. */
  readonly counted: readonly Facet[]
  /** The categories of the found parts by their slugs. */
  readonly names: ReadonlyMap<string, string>
  /** How many parts are in the chosen categories; undefined when the facets have the values of the newest of them only. */
  readonly inCategories: number | undefined
  /** The chosen filters, in the sequence of `attributes`. */
  readonly values: readonly AcceptedValues[]
  /** How many parts have all that is chosen; undefined when the database has to list them, by `filter`. */
  readonly total: number | undefined
  readonly filter: CategoryFilter
  /** How many parts have these values. */
  countWith(values: readonly AcceptedValues[]): Promise<RowCount>
  /** Some of the parts by a column, or else the best first. Only with a `total`. */
  list(sort: ColumnSort | undefined, range: { skip: number; limit: number }): Promise<Product[]>
}

/**
 * Reads what a search finds. Up to 1,000 parts are read, filtered, counted and sorted in memory, so that a page is as fast
 * with any catalogue. Of more parts the newest say which values there are, without counts, and the database filters.
 * Undefined when nothing is found.
 */
export async function readFound(
  db: Db,
  { q, attributes: parameters }: FoundQuery,
): Promise<FoundParts | undefined> {
  shows(CATALOGUE)
  const search = await findSearch(db, q, COUNTED_AT_MOST)
  if (!search || search.newest.length === 0) return undefined
  const counted = search.newest.slice(0, COUNTED_AT_MOST)
  const [hits, categories] = await Promise.all([
    readHits(db, productsForSaleWith(db, 'listing_sequence', counted)),
    db.selectFrom('categories').select(['slug', 'name']).execute(),
  ])
  const names = new Map(categories.map(({ slug, name }) => [slug, name]))
  const { [CATEGORY]: slugs = [], ...ofAttributes } = parameters
  const chosenSlugs = [...new Set(slugs)].filter((slug) => names.has(slug)).slice(0, COUNTED_CATEGORIES)
  const described = await describe(db, [...hits.flatMap(({ category }) => category ?? []), ...chosenSlugs])
  const known = [...described.values()].flat()
  const read = readChosen(known, ofAttributes)
  const inCategories = chosenSlugs.length > 0 ? [{ key: CATEGORY, texts: chosenSlugs, ranges: [] }] : []
  const values = [...inCategories, ...read.values]

  const toFilter = (some: readonly AcceptedValues[]): CategoryFilter => ({
    slugs: some.find(({ key }) => key === CATEGORY)?.texts ?? [...names.keys()],
    attributes: known,
    values: some.filter(({ key }) => key !== CATEGORY),
    isHit: hitCondition(db, search),
  })
  const whole = cutCount(search.newest.length)
  const base = await readBase(db, { hits, isCut: whole.isTotalCut === true, inCategories, toFilter })
  const inMemory = (some: readonly AcceptedValues[]): readonly Hit[] | undefined => {
    if (!whole.isTotalCut) return hits.filter((hit) => hasAll(hit, some))
    const isInBase = some.some(({ key }) => key === CATEGORY)
    return isInBase && !base.isCut ? base.hits.filter((hit) => hasAll(hit, some)) : undefined
  }
  const countWith = async (some: readonly AcceptedValues[]): Promise<RowCount> => {
    const found = inMemory(some)
    if (found) return { total: found.length }
    return some.length === 0 ? whole : countInCategory(db, toFilter(some))
  }

  const found = inMemory(values)
  const shared = sharedBy(base.hits, described)
  const shown = withChosen(shared, known, read.accepted)
  const category = { key: CATEGORY, label: 'Category', kind: 'text' } as const
  const countsOf = (attribute: Category['attributes'][number]): Facet[] => {
    const under = inMemory(values.filter(({ key }) => key !== attribute.key))
    return under ? [facetOf(attribute, under)] : []
  }
  return {
    ...correctedWords(q, search),
    whole,
    shared,
    facets: [facetOf(category, hits), ...shown.map((attribute) => facetOf(attribute, base.hits))],
    counted: [category, ...shown].flatMap(countsOf),
    names,
    inCategories: base.isCut ? undefined : base.hits.length,
    attributes: { ...(chosenSlugs.length > 0 && { [CATEGORY]: chosenSlugs }), ...read.accepted },
    ignored: [
      ...slugs.filter((slug) => !chosenSlugs.includes(slug)).map((value) => ({ name: CATEGORY, value })),
      ...read.ignored,
    ],
    values,
    total: found?.length,
    filter: toFilter(values),
    countWith,
    list: (sort, range) => listHits(db, search, found ?? [], sort, range),
  }
}

/** An address can have thousands of parameters. */
const COUNTED_CATEGORIES = 50

interface Narrowing {
  readonly hits: readonly Hit[]
  readonly isCut: boolean
  readonly inCategories: readonly AcceptedValues[]
  readonly toFilter: (values: readonly AcceptedValues[]) => CategoryFilter
}

/** The parts in the chosen categories, the newest if there are too many. */
async function readBase(db: Db, { hits, isCut, inCategories, toFilter }: Narrowing) {
  if (!isCut || inCategories.length === 0)
    return { hits: hits.filter((hit) => hasAll(hit, inCategories)), isCut }
  const ids = sql`${idsOfProducts(toFilter(inCategories))} limit ${COUNTED_AT_MOST + 1}`
  const { rows } = await sql<{ id: string }>`${ids}`.execute(db)
  const found = rows.slice(0, COUNTED_AT_MOST).map(({ id }) => id)
  return {
    hits: await readHits(db, productsForSaleWith(db, 'id', found)),
    isCut: rows.length > COUNTED_AT_MOST,
  }
}

/** The attributes of these categories, by category. */
async function describe(db: Db, categories: readonly string[]) {
  const slugs = [...new Set(categories)]
  const rows = slugs.length === 0 ? new Map() : await readAttributes(db, slugs)
  return new Map(
    [...rows].map(([slug, attributes]: [string, Parameters<typeof toAttribute>[0][]]) => [
      slug,
      attributes.map(toAttribute),
    ]),
  )
}

/** The shared attributes, and the others that something is chosen of. */
function withChosen(
  shared: Category['attributes'],
  known: Category['attributes'],
  accepted: AttributeFilter,
): Category['attributes'] {
  const others = Object.keys(accepted).filter((key) => !shared.some((each) => each.key === key))
  return [...shared, ...others.flatMap((key) => known.find((each) => each.key === key) ?? [])]
}

function correctedWords(q: string, { ways }: Search): { corrected?: string } {
  const entered = wordsOf(q).map((word) => word.entered)
  const searched = ways[0].map((word) => word.entered)
  return searched.join(' ') === entered.join(' ') ? {} : { corrected: searched.join(' ') }
}

/** Some of these parts by a column, or else the best first. */
async function listHits(
  db: Db,
  search: Search,
  found: readonly Hit[],
  sort: ColumnSort | undefined,
  { skip, limit }: { skip: number; limit: number },
): Promise<Product[]> {
  const ids = await idsInSequence(db, search, found, sort)
  return readProducts(db, ids.slice(skip, skip + limit))
}

/** The ids of these parts by a column, or else the best first; of a search with more than 1,000 hits the newest. */
async function idsInSequence(
  db: Db,
  search: Search,
  found: readonly Hit[],
  sort: ColumnSort | undefined,
): Promise<string[]> {
  if (sort) {
    if (sort.column === 'quantity') shows(STOCK)
    return sortedIds(
      found.map((hit) => toValueRow(hit, sort.column)),
      sort,
    )
  }
  const isRanked = search.newest.length <= COUNTED_AT_MOST
  const all = { after: undefined, skip: 0, limit: COUNTED_AT_MOST }
  const ranked = isRanked ? await rankHits(db, search, COUNTED_AT_MOST, all) : []
  return (isRanked ? inSequenceOf(ranked, found) : found).map(({ id }) => id)
}
