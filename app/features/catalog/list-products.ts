import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import { prepared, type Take } from '#kit/db/prepared.ts'
import { countedRows, type RowCount } from '#kit/db/row-counts.ts'
import { searchWords } from '#kit/db/search.ts'
import { type Page, type Paged, readPage, toPaged } from '#kit/server/paging.ts'
import type { Shop } from '#kit/shop.ts'
import { hitsOnPostgres } from './hits-on-postgres.ts'
import { hitsOnSqlite } from './hits-on-sqlite.ts'
import { ANY_PLACE, containingAll } from './product-hits.ts'
import { type ProductRow, productColumns, toProduct } from './product-rows.ts'
import type { Product, ProductSort } from './schema.ts'

/** A search of the catalogue as it stands in an address. */
export interface ProductQuery {
  readonly q?: string | undefined
  readonly sort?: ProductSort | undefined
  readonly limit?: string | undefined
  readonly after?: string | undefined
  /** So many more are passed over. Each of them costs time: for the first pages of a list only. */
  readonly skip?: number | undefined
}

/** How each order of the list sorts. The columns of one are together unique, and its index has them in that order. */
const SORTS = {
  newest: { columns: ['place'], direction: 'desc', shape: ['number'] },
  name: { columns: ['name_key', 'id'], direction: 'asc', shape: ['string', 'string'] },
  price: { columns: ['price_e4', 'id'], direction: 'asc', shape: ['number', 'string'] },
  '-price': { columns: ['price_e4', 'id'], direction: 'desc', shape: ['number', 'string'] },
} as const satisfies Record<string, Sort>

interface Sort {
  readonly columns: readonly (keyof ListedRow)[]
  readonly direction: 'asc' | 'desc'
  readonly shape: readonly ('string' | 'number')[]
}

/** So far down the sorted list frequent hits are looked for; where it has fewer than a page by then, all are sorted. */
const WALKED_AT_MOST = 5000

/** Products for sale, never archived ones: the newest first unless sorted, 100 at most a page. */
export async function listProducts(
  shop: Pick<Shop, 'db' | 'kind'>,
  query: ProductQuery,
): Promise<Paged<Product>> {
  const sort: Sort = SORTS[query.sort ?? 'newest']
  const page = { ...readPage(query, sort.shape), skip: query.skip ?? 0 }
  const words = searchWords(query.q)
  const { rows, count } =
    words.length === 0
      ? {
          rows: await inOrder(shop.db, sort, page).execute(),
          count: { total: await countedRows(shop.db, 'products') },
        }
      : await search(shop, words, sort, page)
  const paged = toPaged(rows, page, count, (row) => sort.columns.map((column) => row[column] ?? ''))
  return { ...paged, rows: paged.rows.map(toProduct) }
}

/** What a page shows of each, and what it goes on after. */
const COLUMNS = [...productColumns, 'name_key', 'place'] as const

type ListedRow = Pick<ProductRow, (typeof COLUMNS)[number]>

interface Stretch extends Page {
  readonly skip: number
}

interface Found {
  readonly rows: ListedRow[]
  readonly count: RowCount
}

const living = (db: Db) => db.selectFrom('products').select(COLUMNS).where('archived_at', 'is', null)

/** One page of the sorted list, and one row more that tells whether another follows. */
function inOrder(db: Db, { columns, direction }: Sort, { after, limit, skip }: Stretch) {
  let rows = living(db)
  for (const column of columns) rows = rows.orderBy(column, direction)
  if (after) {
    const beyond = sql.raw(direction === 'asc' ? '>' : '<')
    rows = rows.where(
      sql<boolean>`(${sql.join(columns.map((column) => sql.ref(column)))}) ${beyond} (${sql.join(after)})`,
    )
  }
  return rows.limit(limit + 1).$if(skip > 0, (list) => list.offset(skip))
}

const hitsOn = { sqlite: hitsOnSqlite, postgres: hitsOnPostgres }

/** One page of the hits, and how many there are. Where those that are counted are all, it is a page of these. */
async function search(
  shop: Pick<Shop, 'db' | 'kind'>,
  words: readonly string[],
  sort: Sort,
  page: Stretch,
): Promise<Found> {
  const { db, kind } = shop
  const hits = hitsOn[kind](db, words)
  if (sort === SORTS.newest) {
    const [before = ANY_PLACE] = (page.after ?? []) as number[]
    const { count, places } = await hits.newest(page.skip + page.limit + 1, before)
    const { rows } = await newestAt[kind](db, places.slice(page.skip))
    return { rows, count }
  }
  const { count, places, areFrequent } = await hits.counted()
  if (!count.isTotalCut) {
    const rows =
      places.length === 0 ? [] : await inOrder(db, sort, page).where('place', 'in', places).execute()
    return { rows, count }
  }
  const near = areFrequent ? await nearHits(db, words, sort, page) : []
  if (near.length > page.limit) return { rows: near, count }
  const all = inOrder(db, sort, page).where(sql<boolean>`place in (${hits.all})`)
  return { rows: await all.execute(), count }
}

const newestWhere = (isAt: (take: Take<readonly number[]>) => RawBuilder<boolean>) =>
  prepared((db, take: Take<readonly number[]>) => living(db).where(isAt(take)).orderBy('place', 'desc'))

/** The products at some places, the newest first. */
const newestAt = {
  sqlite: newestWhere(
    (take) => sql`place in (select value from json_each(${take((places) => JSON.stringify(places))}))`,
  ),
  postgres: newestWhere((take) => sql`place = any(${take((places) => places)})`),
}

/** Frequent hits are mostly met near by in the sorted list. */
function nearHits(db: Db, words: readonly string[], sort: Sort, page: Stretch): Promise<ListedRow[]> {
  const stretch = inOrder(db, sort, { ...page, skip: 0, limit: WALKED_AT_MOST })
    .select('search_text')
    .as('products')
  let near = db.selectFrom(stretch).select(COLUMNS).where(containingAll(words))
  for (const column of sort.columns) near = near.orderBy(column, sort.direction)
  return near
    .limit(page.limit + 1)
    .offset(page.skip)
    .execute()
}
