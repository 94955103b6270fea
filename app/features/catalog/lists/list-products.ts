import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import { COUNTED_AT_MOST, countedRows, cutCount, type RowCount } from '#kit/db/row-counts.ts'
import { shows } from '#kit/public-cache/shown.ts'
import { type Paged, readPage, toPaged } from '#kit/server/paging.ts'
import {
  type CategoryFilter,
  type CategoryQuery,
  idsWithValues,
  readCategoryFilter,
} from '../categories/category-filter.ts'
import { type ProductRow, productColumns, toProducts } from '../products/product-rows.ts'
import { CATALOGUE } from '../public/tags.ts'
import type { Product, ProductSort } from '../schema.ts'
import { containsAny, findSearch, indexForWays, type Search } from '../search/find-search.ts'
import { NO_LIMIT, productsForSaleWith } from '../search/product-index.ts'
import { cursorOf, RANK_SHAPE, rankHits, type Section } from '../search/rank-hits.ts'
import { wordsOf } from '../search/search-terms.ts'

/** The part of a list that is read, as in the query of an address. */
export interface ListSection {
  readonly sort?: ProductSort | undefined
  readonly limit?: string | undefined
  readonly after?: string | undefined
  /** Rows to skip after the cursor. Each of them takes time, so only the first pages of a list use it. */
  readonly skip?: number | undefined
}

/** A search of the catalogue, as in the query of an address. Without a category there are no attributes to filter by. */
export type ProductQuery = Partial<CategoryQuery> & ListSection

/** The columns of each sort order. Together they are unique, and an index has them in that order. */
const SORTS = {
  newest: { columns: ['listing_sequence'], direction: 'desc', shape: ['number'] },
  name: { columns: ['name_key', 'id'], direction: 'asc', shape: ['string', 'string'] },
  price: { columns: ['price_e4', 'id'], direction: 'asc', shape: ['number', 'string'] },
  '-price': { columns: ['price_e4', 'id'], direction: 'desc', shape: ['number', 'string'] },
} as const satisfies Record<string, Sort>

interface Sort {
  readonly columns: readonly (keyof ListedRow)[]
  readonly direction: 'asc' | 'desc'
  readonly shape: readonly ('string' | 'number')[]
}

/** This many products of the sorted list are searched for a page of frequent hits, before all hits are sorted. */
const READ_IN_ORDER = 5000

/**
 * The products for sale, at most 100 a page. Unless `sort` is given, a search of all categories is sorted by relevance, any
 * other list by the newest first.
 */
export async function listProducts(db: Db, query: ProductQuery): Promise<Paged<Product>> {
  shows(CATALOGUE)
  const { category, q, sort } = query
  if (category !== undefined)
    return listOfCategory(db, await readCategoryFilter(db, { ...query, category }), query)
  if (sort === undefined && wordsOf(q).length > 0) return listByRelevance(db, query)
  return listInOrder(db, query, (order, page) => findProducts(db, q, order, page))
}

/** The products of a category as {@link listProducts} has them, for a filter that was read already. */
export const listOfCategory = (
  db: Db,
  filter: CategoryFilter,
  section: ListSection,
): Promise<Paged<Product>> => listInOrder(db, section, (order, page) => inCategory(db, filter, order, page))

async function listInOrder(
  db: Db,
  section: ListSection,
  find: (sort: Sort, page: Section) => Promise<Found>,
): Promise<Paged<Product>> {
  const sort: Sort = SORTS[section.sort ?? 'newest']
  const page = { ...readPage(section, sort.shape), skip: section.skip ?? 0 }
  const { rows, count } = await find(sort, page)
  const paged = toPaged(rows, page, count, (row) => sort.columns.map((column) => row[column] ?? ''))
  return { ...paged, rows: await toProducts(db, paged.rows) }
}

/** The best hits first, without attributes of a category. */
async function listByRelevance(db: Db, query: ProductQuery): Promise<Paged<Product>> {
  const page = { ...readPage(query, RANK_SHAPE), skip: query.skip ?? 0 }
  const search = await findSearch(db, query.q, COUNTED_AT_MOST)
  const ranked = search ? await rankHits(db, search, COUNTED_AT_MOST, page) : []
  const paged = toPaged(ranked, page, cutCount(search?.newest.length ?? 0), cursorOf)
  const sequences = paged.rows.map(({ listing_sequence }) => listing_sequence)
  const rows = await forSale(db, productsForSaleWith(db, 'listing_sequence', sequences)).execute()
  rows.sort((a, b) => sequences.indexOf(a.listing_sequence) - sequences.indexOf(b.listing_sequence))
  return { ...paged, rows: await toProducts(db, rows) }
}

/** The columns of a product, and those of the cursors. */
const COLUMNS = [...productColumns, 'name_key', 'listing_sequence'] as const

type ListedRow = Pick<ProductRow, (typeof COLUMNS)[number]>

interface Found {
  readonly rows: ListedRow[]
  readonly count: RowCount
}

const PRODUCTS = sql<ProductRow>`products`

const forSale = (db: Db, products: RawBuilder<ProductRow>) =>
  db.selectFrom(products.as('products')).select(COLUMNS).where('archived_at', 'is', null)

/** One page of the sorted list of these products, and one row more, which shows whether there is a next page. */
function inOrder(db: Db, { columns, direction }: Sort, { after, limit, skip }: Section, products = PRODUCTS) {
  let rows = forSale(db, products)
  for (const column of columns) rows = rows.orderBy(column, direction)
  if (after) {
    const beyond = sql.raw(direction === 'asc' ? '>' : '<')
    rows = rows.where(
      sql<boolean>`(${sql.join(columns.map((column) => sql.ref(column)))}) ${beyond} (${sql.join(after)})`,
    )
  }
  return rows.limit(limit + 1).$if(skip > 0, (list) => list.offset(skip))
}

async function findProducts(db: Db, q: string | undefined, sort: Sort, page: Section): Promise<Found> {
  const found = await findSearch(db, q, COUNTED_AT_MOST)
  if (found) return search(db, found, sort, page)
  const rows = await inOrder(db, sort, page).execute()
  return { rows, count: { total: await countedRows(db, 'products') } }
}

/** Up to this many categories are read separately: each has its own sequence in the indexes. */
const READ_SEPARATELY = 50

/**
 * One page of the products of a category that match a search, and their count. If the count is exact, all of them are read by
 * id and sorted; otherwise each category is read in sort order up to the end of the page.
 */
async function inCategory(
  db: Db,
  { slugs, values, isHit }: CategoryFilter,
  sort: Sort,
  page: Section,
): Promise<Found> {
  const within = (some: readonly string[]) => {
    // Only products of these categories have the values. With the category as well SQLite would read all of its products,
    // which is right only for a sorted page of many.
    const isWithin =
      values.length > 0 ? sql`id in (${idsWithValues(values, some)})` : sql`category in (${sql.join(some)})`
    return isHit ? sql<boolean>`${isWithin} and ${isHit}` : sql<boolean>`${isWithin}`
  }
  const all =
    values.length > 0 && !isHit
      ? idsWithValues(values, slugs)
      : sql`select id from products where archived_at is null and ${within(slugs)}`
  const found = await idsOf(db, sql`${all} limit ${COUNTED_AT_MOST + 1}`)
  const count = cutCount(found.length)
  const rowsOf = (ids: readonly string[]) =>
    inOrder(db, sort, page, productsForSaleWith(db, 'id', ids)).execute()
  if (!count.isTotalCut) return { rows: await rowsOf(found), count }
  const groups = slugs.length > READ_SEPARATELY ? [slugs] : slugs.map((slug) => [slug])
  const first = { ...page, skip: 0, limit: page.skip + page.limit }
  const nearest = groups.map((group) => {
    const rows = inOrder(db, sort, first).where('category', 'in', group).where(within(group))
    return sql`select id from (${rows}) as nearest`
  })
  return { rows: await rowsOf(await idsOf(db, sql.join(nearest, sql` union all `))), count }
}

async function idsOf(db: Db, query: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${query}`.execute(db)
  return rows.map(({ id }) => id)
}

/** One page of the hits, and their count. When the count is exact, only the counted hits are sorted. */
async function search(db: Db, { ways, newest: counted }: Search, sort: Sort, page: Section): Promise<Found> {
  const index = indexForWays(db, ways)
  const count = cutCount(counted.length)
  const rowsOf = (sequences: readonly number[], section: Section): Promise<ListedRow[]> =>
    inOrder(db, sort, section, productsForSaleWith(db, 'listing_sequence', sequences)).execute()
  if (sort === SORTS.newest) {
    const [before = NO_LIMIT] = (page.after ?? []) as number[]
    const needed = page.skip + page.limit + 1
    const known = counted.filter((sequence) => sequence < before).slice(0, needed)
    const newest = known.length < needed && count.isTotalCut ? await index.newest(needed, before) : known
    return { rows: await rowsOf(newest.slice(page.skip), { ...page, skip: 0 }), count }
  }
  if (!count.isTotalCut) return { rows: await rowsOf(counted, page), count }
  const near = await frequentHits(db, ways, sort, page)
  if (near.length > page.limit) return { rows: near, count }
  return { rows: await inOrder(db, sort, page, index.hits).execute(), count }
}

/** The hits among the next products of the sorted list. For frequent words they usually fill a page. */
function frequentHits(db: Db, ways: Search['ways'], sort: Sort, page: Section): Promise<ListedRow[]> {
  const next = inOrder(db, sort, { ...page, skip: 0, limit: READ_IN_ORDER })
    .select('search_text')
    .as('products')
  let near = db.selectFrom(next).select(COLUMNS).where(containsAny('products.search_text', ways))
  for (const column of sort.columns) near = near.orderBy(column, sort.direction)
  return near
    .limit(page.limit + 1)
    .offset(page.skip)
    .execute()
}
