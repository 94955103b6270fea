import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import { countedRows, countUpToLimit, type RowCount } from '#kit/db/row-counts.ts'
import { contains, searchWords, termQuery } from '#kit/db/search.ts'
import { type Page, type Paged, readPage, toPaged } from '#kit/http/paging.ts'
import type { Shop } from '#kit/shop.ts'
import { type ProductRow, toProduct } from './product-rows.ts'
import type { Product, ProductSort } from './schema.ts'

/** A search of the catalogue as it stands in an address. */
export interface ProductQuery {
  readonly q?: string | undefined
  readonly sort?: ProductSort | undefined
  readonly limit?: string | undefined
  readonly after?: string | undefined
}

/** How each order of the list sorts. The columns of one are together unique, and its index has them in that order. */
const SORTS = {
  newest: { columns: ['place'], direction: 'desc', shape: ['number'] },
  name: { columns: ['name_key', 'id'], direction: 'asc', shape: ['string', 'string'] },
  price: { columns: ['price_e4', 'id'], direction: 'asc', shape: ['number', 'string'] },
  '-price': { columns: ['price_e4', 'id'], direction: 'desc', shape: ['number', 'string'] },
} as const satisfies Record<string, Sort>

interface Sort {
  readonly columns: readonly (keyof ProductRow)[]
  readonly direction: 'asc' | 'desc'
  readonly shape: readonly ('string' | 'number')[]
}

/** So many hits are all read and sorted. More are so frequent that the sorted list mostly soon comes by a page of them. */
const SORTED_AT_MOST = 2000

/** So far down the sorted list they are looked for; where it has fewer than a page by then, all are sorted after all. */
const WALKED_AT_MOST = 5000

/** Products for sale, never archived ones: the newest first unless sorted, 100 at most a page. */
export async function listProducts(
  shop: Pick<Shop, 'db' | 'kind'>,
  query: ProductQuery,
): Promise<Paged<Product>> {
  const sort: Sort = SORTS[query.sort ?? 'newest']
  const page = readPage(query, sort.shape)
  const words = searchWords(query.q)
  const { rows, count } =
    words.length === 0
      ? {
          rows: await inOrder(shop.db, sort, page).execute(),
          count: { total: await countedRows(shop.db, 'products') },
        }
      : await (shop.kind === 'sqlite' ? searchSqlite : searchPostgres)(shop.db, words, sort, page)
  const paged = toPaged(rows, page, count, (row) => sort.columns.map((column) => row[column] ?? ''))
  return { ...paged, rows: paged.rows.map(toProduct) }
}

interface Found {
  readonly rows: ProductRow[]
  readonly count: RowCount
}

const living = (db: Db) => db.selectFrom('products').where('archived_at', 'is', null)

/** One page of the sorted list, and one row more that tells whether another follows. */
function inOrder(db: Db, { columns, direction }: Sort, { after, limit }: Page) {
  let rows = living(db).selectAll()
  for (const column of columns) rows = rows.orderBy(column, direction)
  if (after) {
    const beyond = sql.raw(direction === 'asc' ? '>' : '<')
    rows = rows.where(
      sql<boolean>`(${sql.join(columns.map((column) => sql.ref(column)))}) ${beyond} (${sql.join(after)})`,
    )
  }
  return rows.limit(limit + 1)
}

interface Hits {
  readonly words: readonly string[]
  readonly count: RowCount
  /** Whether a product is one of the hits, by the index. */
  readonly isHit: RawBuilder<boolean>
}

/** One page of the hits. Frequent ones are mostly met near by in the sorted list. */
async function hitsInOrder(db: Db, sort: Sort, page: Page, { words, count, isHit }: Hits): Promise<Found> {
  if (count.total > SORTED_AT_MOST) {
    const stretch = inOrder(db, sort, { ...page, limit: WALKED_AT_MOST }).as('products')
    let near = db.selectFrom(stretch).selectAll().where(containingAll(words))
    for (const column of sort.columns) near = near.orderBy(column, sort.direction)
    const rows = await near.limit(page.limit + 1).execute()
    if (rows.length > page.limit) return { rows, count }
  }
  return { rows: await inOrder(db, sort, page).where(isHit).execute(), count }
}

const containingAll = (words: readonly string[]): RawBuilder<boolean> =>
  sql`(${sql.join(
    words.map((word) => contains('search_text', word)),
    sql` and `,
  )})`

/** PostgreSQL's index of trigrams stands behind `like`; left to itself it would guess how many hits there are. */
async function searchPostgres(db: Db, words: readonly string[], sort: Sort, page: Page): Promise<Found> {
  const places = sql`select place from products where archived_at is null and ${containingAll(words)}`
  const count = await countUpToLimit(db, places)
  const hits =
    count.total > SORTED_AT_MOST ? containingAll(words) : sql<boolean>`place = any(array(${places}))`
  return { rows: await inOrder(db, sort, page).where(hits).execute(), count }
}

async function searchSqlite(db: Db, words: readonly string[], sort: Sort, page: Page): Promise<Found> {
  const { match, others } = await termQuery(db, 'product_search_terms', words)
  if (match === undefined) return { rows: [], count: { total: 0 } }
  const inIndex = sql`select rowid as place from product_search where product_search match ${match}`
  if (match !== '' && others.length === 0 && sort === SORTS.newest) {
    const [place] = page.after ?? [Number.MAX_SAFE_INTEGER]
    const newest = sql`${inIndex} and rowid < ${place} order by rowid desc limit ${page.limit + 1}`
    const rows = inOrder(db, sort, page).where(sql<boolean>`place in (${newest})`)
    return { rows: await rows.execute(), count: await countUpToLimit(db, inIndex) }
  }
  const rest = others.length > 0 ? containingAll(others) : sql<boolean>`true`
  // The cross join keeps the index first: what it finds is looked up among the products, never the other way.
  const places =
    match === ''
      ? sql`select place from products where archived_at is null and ${rest}`
      : sql`select place from (${inIndex}) cross join products using (place) where archived_at is null and ${rest}`
  const count = await countUpToLimit(db, match !== '' && others.length === 0 ? inIndex : places)
  return hitsInOrder(db, sort, page, { words, count, isHit: sql`place in (${places})` })
}
