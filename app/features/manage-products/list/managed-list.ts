import { type RawBuilder, sql } from 'kysely'
import {
  containsAll,
  findSearch,
  hitCondition,
  IS_LOW,
  listCategories,
  listProducts,
  MISSING,
  managedColumns,
  partsOf,
  slugsWithin,
  toManagedProducts,
  wordsOf,
} from '#features/catalog/catalog.ts'
import type { ManagedProduct } from '#features/catalog/schema.ts'
import type { Db } from '#kit/db/db.ts'
import { COUNTED_AT_MOST, countedRows, countUpToLimit, type RowCount } from '#kit/db/row-counts.ts'
import { isAmong } from '#kit/input/search.ts'
import { type CursorPart, type Paged, readPage, toPaged } from '#kit/server/paging.ts'
import type { ManagedSort, ManagedState } from '../states.ts'

/** What of the products is listed, as in the query of an address; those for sale, unless told. */
export interface ManagedQuery {
  readonly state?: ManagedState | undefined
  readonly category?: string | undefined
  readonly sort?: ManagedSort | undefined
  readonly q?: string | undefined
  readonly limit?: string | undefined
  readonly after?: string | undefined
}

const IS_FOR_SALE = sql<boolean>`archived_at is null`

/** As `isSoldOut` says of a product: the minimum is a multiple of the step. */
const IS_OUT = sql<boolean>`archived_at is null and quantity < minimum`

const IN_STATE: Readonly<Record<ManagedState, RawBuilder<boolean>>> = {
  for_sale: IS_FOR_SALE,
  low: IS_LOW,
  out: IS_OUT,
  featured: sql<boolean>`featured_at is not null`,
  archived: sql<boolean>`archived_at is not null`,
}

/** What the rows are sorted by, and the types of a cursor. Together the columns are unique. */
interface Sort {
  readonly columns: readonly RawBuilder<unknown>[]
  readonly shape: readonly CursorPart[]
  readonly direction: 'asc' | 'desc'
}

const sorted = (
  direction: Sort['direction'],
  ...parts: readonly (readonly [string, CursorPart])[]
): Sort => ({
  columns: parts.map(([column]) => sql.raw(column)),
  shape: parts.map(([, part]) => part),
  direction,
})

const ID = ['id', 'string'] as const

/** The sequence of a list that is not sorted: the newest first, or what the state is about. */
const USUAL: Readonly<Record<ManagedState, Sort>> = {
  for_sale: sorted('desc', ['listing_sequence', 'number']),
  low: { columns: [MISSING, sql`id`], shape: ['int4', 'string'], direction: 'asc' },
  out: sorted('desc', ['listing_sequence', 'number']),
  featured: sorted('desc', ['featured_at', 'number'], ID),
  archived: sorted('desc', ['archived_at', 'number'], ID),
}

/**
 * The columns that a list can be sorted by. An index has each of those for sale in its sequence, but for the stock, which
 * every order changes: an index of it would be written with each of them.
 */
const COLUMNS = {
  sku: [['sku_key', 'string']],
  name: [['name_key', 'string'], ID],
  category: [["coalesce(category, '')", 'string'], ['name_key', 'string'], ID],
  price: [['price_e4', 'number'], ID],
  quantity: [['quantity', 'int4'], ID],
} as const satisfies Record<string, readonly (readonly [string, CursorPart])[]>

function sortOf(sort: ManagedSort | undefined, state: ManagedState): Sort {
  if (sort === undefined) return USUAL[state]
  const column = sort.replace('-', '') as keyof typeof COLUMNS
  return sorted(sort.startsWith('-') ? 'desc' : 'asc', ...COLUMNS[column])
}

/**
 * The products of a state, of a category and those below it, that match a search: for sale as visitors find them, else with
 * every word. A search of all that are for sale has the best hits first, unless it is sorted. For staff.
 */
export async function listManaged(db: Db, query: ManagedQuery): Promise<Paged<ManagedProduct>> {
  const { state = 'for_sale', category, sort, q } = query
  const isRanked = state === 'for_sale' && sort === undefined && category === undefined
  if (isRanked && wordsOf(q).length > 0) return listBestHits(db, query)
  const order = sortOf(sort, state)
  const page = readPage(query, order.shape)
  const { conditions, count } = await conditionsOf(db, query)
  const beyond = sql.raw(order.direction === 'asc' ? '>' : '<')
  const keys = order.columns.map((column, index) => column.as(`key${index}`))
  let rows = db
    .selectFrom('products')
    .select([...managedColumns, ...keys])
    .where(conditions)
  for (const column of order.columns) rows = rows.orderBy(column, order.direction)
  if (page.after)
    rows = rows.where(sql<boolean>`(${sql.join(order.columns)}) ${beyond} (${sql.join(page.after)})`)
  const found = await rows.limit(page.limit + 1).execute()
  const paged = toPaged(found, page, count, (row) => {
    const values = row as unknown as Readonly<Record<string, string | number>>
    return order.columns.map((_, index) => values[`key${index}`] ?? '')
  })
  return { ...paged, rows: await toManagedProducts(db, paged.rows) }
}

async function conditionsOf(
  db: Db,
  { state = 'for_sale', category, q }: ManagedQuery,
): Promise<{ conditions: RawBuilder<boolean>; count: RowCount }> {
  const parts = [IN_STATE[state]]
  if (category !== undefined)
    parts.push(isAmong(db, 'category', slugsWithin(await listCategories(db), category)))
  const found = wordsOf(q).length > 0 ? await isHit(db, q, state) : undefined
  if (found) parts.push(found)
  const conditions = sql<boolean>`(${sql.join(parts, sql` and `)})`
  const isWhole = parts.length === 1 && state === 'for_sale'
  const count = isWhole
    ? { total: await countedRows(db, 'products') }
    : await countUpToLimit(db, sql`select 1 from products where ${conditions}`)
  return { conditions, count }
}

/** The search index has the products for sale only; featured ones can be archived. */
async function isHit(db: Db, q: string | undefined, state: ManagedState): Promise<RawBuilder<boolean>> {
  if (state === 'archived' || state === 'featured')
    return containsAll('products.search_text', partsOf(wordsOf(q)))
  const found = await findSearch(db, q, COUNTED_AT_MOST)
  return found ? hitCondition(db, found) : sql<boolean>`true`
}

/** As visitors get them, with what only staff see. */
async function listBestHits(db: Db, { q, limit, after }: ManagedQuery): Promise<Paged<ManagedProduct>> {
  const found = await listProducts(db, { q, limit, after })
  const ids = found.rows.map(({ _id }) => _id)
  const rows = await db
    .selectFrom('products')
    .select(managedColumns)
    .where(isAmong(db, 'id', ids))
    .execute()
  const products = new Map((await toManagedProducts(db, rows)).map((product) => [product._id, product]))
  return { ...found, rows: ids.flatMap((id) => products.get(id) ?? []) }
}
