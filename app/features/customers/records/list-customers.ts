import '../tables.ts'
import { type RawBuilder, sql } from 'kysely'
import { type AlsoFoundBy, isUserFound } from '#features/accounts/accounts.ts'
import { findCompanies, hasCompany } from '#features/delivery/delivery.ts'
import { findCustomerOf } from '#features/orders/orders.ts'
import type { Db } from '#kit/db/db.ts'
import { countUpToLimit } from '#kit/db/row-counts.ts'
import { hasPhone, phoneDigits, searchWords } from '#kit/input/search.ts'
import { centsToDollars } from '#kit/money.ts'
import { type CursorPart, type Paged, readPage, toPaged } from '#kit/server/paging.ts'
import { toIso } from '#kit/time.ts'
import type { CustomerSort } from '../limits.ts'
import type { CustomerFilter, ListedCustomer, UsedTag } from '../schema.ts'
import { hasTag } from './whose.ts'

/** A sequence of the list: by a value, and by the id where that is the same. */
interface Sequence {
  readonly by: RawBuilder<string | number>
  readonly direction: 'asc' | 'desc'
  readonly part: CursorPart
}

/** Each has an index that begins with it. */
const SEQUENCES: Readonly<Record<CustomerSort, Sequence>> = {
  last: { by: sql`customer_sums.last_at`, direction: 'desc', part: 'number' },
  orders: { by: sql`customer_sums.orders`, direction: 'desc', part: 'int4' },
  revenue: { by: sql`customer_sums.paid_cents`, direction: 'desc', part: 'number' },
  // An id begins with its creation time.
  newest: { by: sql`"user"."id"`, direction: 'desc', part: 'string' },
  name: { by: sql`lower("user"."name")`, direction: 'asc', part: 'string' },
}

/** In the sequences of the account its own id is compared, so that the index of these has both. */
const idOf = (sort: CustomerSort): RawBuilder<string> =>
  sort === 'newest' || sort === 'name' ? sql`"user"."id"` : sql`customer_sums.user_id`

interface ListOptions extends CustomerFilter {
  readonly limit?: string | undefined
  readonly after?: string | undefined
  /** Whether what was paid is told. */
  readonly hasMoney: boolean
}

/** A page of the customers: who has ordered or was entered by staff, without the staff and deleted accounts. */
export async function listCustomers(db: Db, options: ListOptions): Promise<Paged<ListedCustomer>> {
  const sort = options.sort ?? 'last'
  const page = readPage(options, [SEQUENCES[sort].part, 'string'])
  const matching = await matchingCustomers(db, options)
  const rows = await pageQuery(matching, sort, { limit: page.limit + 1, after: page.after }).execute()
  const isWholeList = page.after === undefined && rows.length <= page.limit
  const count = isWholeList
    ? { total: rows.length }
    : await countUpToLimit(db, sql`select 1 from (${matching.select('user.id')}) as matching`)
  const paged = toPaged(rows, page, count, positionOf)
  return { ...paged, rows: await toListed(db, paged.rows, options.hasMoney) }
}

/** So many are in memory at once. */
const READ_AT_ONCE = 200

/** The same customers, all of them, some at a time. */
export async function* readCustomers(db: Db, options: ListOptions): AsyncGenerator<ListedCustomer[]> {
  const matching = await matchingCustomers(db, options)
  for (let after: Position | undefined; ; ) {
    const rows = await pageQuery(matching, options.sort ?? 'last', { limit: READ_AT_ONCE, after }).execute()
    if (rows.length > 0) yield await toListed(db, rows, options.hasMoney)
    const last = rows.at(-1)
    if (!last || rows.length < READ_AT_ONCE) return
    after = positionOf(last)
  }
}

type Position = readonly (string | number)[]

const positionOf = ({ position, id }: { readonly position: string | number; readonly id: string }) => [
  position,
  id,
]

/** The customers that match, without a sequence. */
export async function matchingCustomers(db: Db, { q, tag }: CustomerFilter) {
  const isFound = await searchCondition(db, q)
  return db
    .selectFrom('customer_sums')
    .innerJoin('user', 'user.id', 'customer_sums.user_id')
    .leftJoin('customer_cards', 'customer_cards.user_id', 'customer_sums.user_id')
    .where(({ eb, or }) => or([eb('user.role', 'is', null), eb('user.role', '<>', 'admin')]))
    .where('user.rights', 'is', null)
    .where('user.deletedAt', 'is', null)
    .where(isFound)
    .$if(tag !== undefined, (query) => query.where(hasTag(String(tag))))
}

/** A page of them in a sequence. */
export function pageQuery(
  matching: Awaited<ReturnType<typeof matchingCustomers>>,
  sort: CustomerSort,
  { limit, after }: { readonly limit: number; readonly after: Position | undefined },
) {
  const { by, direction } = SEQUENCES[sort]
  const isBehind = sql.raw<boolean>(direction === 'desc' ? '<' : '>')
  return matching
    .select(['user.id', 'user.name', 'user.email', 'user.emailVerified', 'user.phone', 'user.createdAt'])
    .select(['customer_sums.orders', 'customer_sums.paid_cents', 'customer_sums.last_at'])
    .select(['customer_cards.company', 'customer_cards.phone as cardPhone', by.as('position')])
    .$if(after !== undefined, (rows) =>
      rows.where(sql<boolean>`(${by}, ${idOf(sort)}) ${isBehind} (${sql.join([...(after ?? [])])})`),
    )
    .orderBy(by, direction)
    .orderBy(idOf(sort), direction)
    .limit(limit)
}

/** Whether a customer has every word in name, e-mail or company, or the digits as phone number, or placed the order of that number. */
async function searchCondition(db: Db, q: string | undefined): Promise<RawBuilder<boolean>> {
  if (searchWords(q).length === 0) return sql`1 = 1`
  const customer = await findCustomerOf(db, q ?? '')
  if (customer !== undefined) return sql`"user"."id" = ${customer}`
  const phone = phoneDigits(q)
  const isFound = isUserFound(db, q, inCompany)
  return phone === undefined ? isFound : sql`(${isFound} or ${hasPhone('customer_cards.phone', phone)})`
}

/** In a company of the address book, or in that of the card. */
const inCompany: AlsoFoundBy = (db, patterns) =>
  sql`(${hasCompany(db, patterns)} or ${sql.join(
    patterns.map((pattern) => sql`lower(customer_cards.company) like ${pattern} escape '\\'`),
    sql` or `,
  )})`

type Row = Awaited<ReturnType<ReturnType<typeof pageQuery>['execute']>>[number]

async function toListed(db: Db, rows: readonly Row[], hasMoney: boolean): Promise<ListedCustomer[]> {
  const ids = rows.map(({ id }) => id)
  const tags = await findTags(db, ids)
  const companies = await findCompanies(db, ids)
  return rows.map((row) => {
    const company = row.company ?? companies.get(row.id)
    const phone = row.cardPhone ?? row.phone
    return {
      _id: row.id,
      name: row.name,
      email: row.email,
      ...(Boolean(row.emailVerified) && { emailVerified: true as const }),
      ...(company !== undefined && { company }),
      ...(phone !== null && { phone }),
      tags: tags.get(row.id) ?? [],
      orders: row.orders,
      ...(hasMoney && { revenue: centsToDollars(row.paid_cents) }),
      ...(row.last_at > 0 && { lastOrderAt: toIso(row.last_at) }),
      createdAt: toIso(new Date(row.createdAt).getTime()),
    }
  })
}

async function findTags(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('customer_tags')
    .select(['user_id as id', 'tag'])
    .where(({ eb, ref }) => eb(ref('customer_tags.user_id'), 'in', ids))
    .orderBy('tag')
    .execute()
  const found = new Map<string, string[]>()
  for (const { id, tag } of rows) found.set(id, [...(found.get(id) ?? []), tag])
  return found
}

/** So many tags are offered. */
const MAXIMUM_LISTED_TAGS = 200

/** The tags that customers have, those of most first. */
export async function listTags(db: Db): Promise<UsedTag[]> {
  const rows = await db
    .selectFrom('customer_tags')
    .select(({ fn }) => ['tag', fn.countAll<number>().as('customers')])
    .groupBy('tag')
    .orderBy('customers', 'desc')
    .orderBy('tag')
    .limit(MAXIMUM_LISTED_TAGS)
    .execute()
  return rows.map(({ tag, customers }) => ({ tag, customers: Number(customers) }))
}
