import { type RawBuilder, sql } from 'kysely'
import { IS_OWED, OPEN_CENTS, type Owner, orderSearch, readableByOwner } from '#features/orders/orders.ts'
import { documentNumberText } from '#features/orders/texts.ts'
import { shopTimeZone } from '#features/settings/settings.ts'
import { dayAt } from '#kit/days/time-zone.ts'
import type { Db } from '#kit/db/db.ts'
import { countUpToLimit, type RowCount } from '#kit/db/row-counts.ts'
import { DEFAULT_CURRENCY } from '#kit/identity/shop-currency.ts'
import { type DayRange, fileNameOfDays, momentsOf } from '#kit/input/day-range.ts'
import { askedDays } from '#kit/input/day-range-fields.ts'
import { centsToDollars } from '#kit/money.ts'
import { type Paged, readPage, toPaged } from '#kit/server/paging.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS, dayNumber, isoDay, toIso } from '#kit/time.ts'
import type { InvoiceDocument } from '../document/invoice-document.ts'
import type { DocumentFilter, DocumentsQuery, ListedDocument, OwnDocumentsQuery } from '../schema.ts'
import { issuedDay } from './issue-invoice.ts'
import { openMembers } from './open-members.ts'
import '../tables.ts'

type ListShop = Pick<Shop, 'db' | 'now' | 'config'>

/** All invoices and credit notes that match, newest first. For admins. */
export const listDocuments = async (shop: ListShop, query: DocumentsQuery): Promise<Paged<ListedDocument>> =>
  listMatching(shop, query, await conditionsOf(shop, query))

/** Those of the caller's own orders that match, newest first. */
export async function listOwnDocuments(
  shop: ListShop,
  customer: Owner,
  { q, ...query }: OwnDocumentsQuery,
): Promise<Paged<ListedDocument>> {
  const words = await orderSearch(shop.db, q, { isOwn: true })
  const order = sql<boolean>`${sql.join([readableByOwner(customer), ...words], sql` and `)}`
  return listMatching(shop, query, { order, isOfDays: () => sql`true`, isOpen: false })
}

async function listMatching(
  shop: ListShop,
  query: Parameters<typeof readPage>[0],
  matching: Matching,
): Promise<Paged<ListedDocument>> {
  const { db } = shop
  const today = await todayOf(shop)
  const page = readPage(query, ['number', 'string', 'int4'])
  const rows = await findRows(db, { matching, after: page.after, limit: page.limit + 1 })
  const isWholeList = page.after === undefined && rows.length <= page.limit
  const count = isWholeList ? { total: rows.length } : await countMatching(db, matching)
  const paged = toPaged(rows, page, count, positionOf)
  return { ...paged, rows: paged.rows.map((row) => toListed(row, today)) }
}

const countMatching = (db: Db, matching: Matching, most?: number): Promise<RowCount> =>
  countUpToLimit(db, sql`select 1 from (${unionOf({ matching })}) as documents`, most)

/** Whether there are more of the same documents than that. */
export const areMoreDocuments = async (
  shop: ListShop,
  filter: DocumentFilter,
  most: number,
): Promise<boolean> =>
  (await countMatching(shop.db, await conditionsOf(shop, filter), most)).isTotalCut === true

/** So many documents are in memory at once. */
const READ_AT_ONCE = 200

/** The columns of the exported documents. */
export const documentColumns = [
  ...['number', 'kind', 'date', 'due', 'customer', 'company', 'country', 'vatId', 'net', 'taxPercent', 'tax'],
  ...['gross', 'currency', 'paidAt', 'transactionId', 'order', 'taxKind', 'open', 'overdueDays'],
] as readonly (keyof ListedDocument)[]

/** The same documents as {@link listDocuments}, all of them, as rows of a file. */
export async function* documentRows(shop: ListShop, filter: DocumentFilter) {
  for await (const some of allDocuments(shop, filter))
    yield some.map((listed) => documentColumns.map((column) => listed[column]))
}

/** The same documents as {@link listDocuments}, all of them, some at a time. */
export async function* allDocuments(
  shop: ListShop,
  filter: DocumentFilter,
): AsyncGenerator<readonly ListedDocument[]> {
  for await (const some of documentsWithData(shop, filter)) yield some.map(({ listed }) => listed)
}

/** A document as it is listed, with what it says; undefined of one from before that was kept. */
export interface DocumentWithData {
  readonly listed: ListedDocument
  readonly data: InvoiceDocument | undefined
}

/** The same documents with what they say. */
export async function* documentsWithData(
  shop: ListShop,
  filter: DocumentFilter,
): AsyncGenerator<readonly DocumentWithData[]> {
  yield* allMatching(shop, await conditionsOf(shop, filter))
}

/** The invoices that were paid on these days and issued on others. */
export const invoicesPaidOn = (
  shop: ListShop,
  days: Required<DayRange>,
): AsyncGenerator<readonly DocumentWithData[]> => {
  const [first, last] = [days.from, days.to].map((day) => dayNumber(Date.parse(day)))
  return allMatching(shop, {
    order: sql`orders.paid_day between ${first} and ${last} and orders.paid_at is not null`,
    // What was invoiced again was paid before, and a credit note is issued when it is paid.
    isOfDays: (table) =>
      table === 'invoices'
        ? sql`invoices.credit_note is null and not (${isIssuedOn(table, days)})`
        : sql`1 = 0`,
    isOpen: false,
  })
}

async function* allMatching(shop: ListShop, matching: Matching): AsyncGenerator<readonly DocumentWithData[]> {
  const today = await todayOf(shop)
  for (let after: Position | undefined; ; ) {
    const rows = await findRows(shop.db, { matching, after, limit: READ_AT_ONCE })
    if (rows.length > 0) yield rows.map((row) => ({ listed: toListed(row, today), data: dataOf(row) }))
    const last = rows.at(-1)
    if (!last || rows.length < READ_AT_ONCE) return
    after = positionOf(last)
  }
}

interface DocumentRow {
  readonly kind: InvoiceDocument['kind']
  readonly number: number
  readonly issued_at: number
  readonly issued_on: string | null
  readonly document: string | null
  readonly amount_cents: number
  readonly transaction_id: string | null
  readonly settled_at: number | null
  /** The day of it, since 1970. */
  readonly settled_day: number | null
  /** What is still to be paid of an invoice of an order on account. */
  readonly open_cents: number | null
  readonly order_id: string
  readonly order_number: string
  readonly po_number: string | null
  readonly name: string
}

type Position = readonly (string | number)[]

const positionOf = ({ issued_at, kind, number }: DocumentRow): Position => [issued_at, kind, number]

interface Wanted {
  readonly matching: Matching
  readonly after?: Position | undefined
  readonly limit?: number
}

/** The conditions on the order and on the day of issue, by the columns of a table. */
interface Matching {
  readonly order: RawBuilder<boolean>
  readonly isOfDays: (table: 'invoices' | 'credit_notes') => RawBuilder<boolean>
  readonly isOpen: boolean
}

const todayOf = async (shop: ListShop): Promise<string> => dayAt(shop.now(), await shopTimeZone(shop))

const daysOf = async (shop: ListShop, filter: DocumentFilter): Promise<DayRange> =>
  askedDays(filter, { now: shop.now(), timeZone: await shopTimeZone(shop) })

/** The name of a file of the documents of a time: of two months that are saved neither replaces the other. */
export const fileNameOfDocuments = async (
  shop: ListShop,
  name: string,
  filter: DocumentFilter,
): Promise<string> => fileNameOfDays(name, await daysOf(shop, filter))

async function conditionsOf(shop: ListShop, { q, open, ...filter }: DocumentFilter): Promise<Matching> {
  const words = await orderSearch(shop.db, q)
  const days = await daysOf(shop, filter)
  return {
    order: words.length > 0 ? sql`${sql.join(words, sql` and `)}` : sql`true`,
    isOfDays: (table) => isIssuedOn(table, days),
    isOpen: open !== undefined,
  }
}

/** No time zone is further from UTC. */
const FURTHEST_MS = DAY_MS

/** By the day that a document bears. By the moment too, in whose sequence the index has them. */
function isIssuedOn(table: 'invoices' | 'credit_notes', { from, to }: DayRange): RawBuilder<boolean> {
  const [at, on] = [sql.ref<number>(`${table}.issued_at`), sql.ref<string | null>(`${table}.issued_on`)]
  const { since, before } = momentsOf({ from, to }, 'UTC')
  const limits = [
    ...(since === undefined
      ? []
      : [
          sql<boolean>`${at} >= ${since - FURTHEST_MS} and case when ${on} is null then ${at} >= ${since} else ${on} >= ${from} end`,
        ]),
    ...(before === undefined
      ? []
      : [
          sql<boolean>`${at} < ${before + FURTHEST_MS} and case when ${on} is null then ${at} < ${before} else ${on} <= ${to} end`,
        ]),
  ]
  return limits.length > 0 ? sql`${sql.join(limits, sql` and `)}` : sql`true`
}

async function findRows(db: Db, wanted: Wanted): Promise<DocumentRow[]> {
  const { rows } = await sql<DocumentRow>`select * from (${unionOf(wanted)}) as documents
    order by issued_at desc, kind desc, number desc limit ${wanted.limit}`.execute(db)
  return rows
}

/** Both kinds, each cut at the limit by its own index. An invoice over a credit note is over its sum. */
function unionOf({ matching, after, limit }: Wanted): RawBuilder<unknown> {
  const { order, isOfDays, isOpen } = matching
  const part = (kind: string, table: 'invoices' | 'credit_notes', columns: RawBuilder<unknown>) => {
    const [issued, number] = [sql.ref<number>(`${table}.issued_at`), sql.ref(`${table}.number`)]
    const isAfter = after
      ? sql`(${issued}, ${sql.lit(kind)}, ${number}) < (${sql.join([...after])})`
      : sql`true`
    // What was invoiced again was paid before.
    const isListed = isOpen
      ? sql`invoices.credit_note is null and ${IS_OWED} and ${OPEN_CENTS} > 0`
      : sql`true`
    const cut = limit === undefined ? sql`` : sql`order by ${issued} desc, ${number} desc limit ${limit}`
    return sql`select * from (
      select ${sql.lit(kind)} as kind, ${number} as number, ${issued} as issued_at,
        ${sql.ref(`${table}.issued_on`)} as issued_on,
        ${sql.ref(`${table}.document`)} as document, ${columns},
        orders.id as order_id, orders.number as order_number, orders.po_number as po_number, orders.name as name
      from ${sql.table(table)} join orders on orders.id = ${sql.ref(`${table}.order_id`)}
        ${table === 'invoices' ? sql`left join credit_notes on credit_notes.number = invoices.credit_note` : sql``}
      where ${order} and ${isOfDays(table)} and ${isAfter} and ${isListed} ${cut}) as ${sql.ref(kind)}`
  }
  const invoices = part(
    'invoice',
    'invoices',
    sql`coalesce(credit_notes.amount_cents, orders.total_cents) as amount_cents,
      coalesce(credit_notes.refund_id, orders.paid_by, orders.transaction_id) as transaction_id,
      case when credit_notes.number is null then orders.paid_at else invoices.issued_at end as settled_at,
      case when credit_notes.number is null and orders.paid_at is not null then orders.paid_day end as settled_day,
      case when credit_notes.number is null and ${IS_OWED} then ${OPEN_CENTS} end as open_cents`,
  )
  if (isOpen) return invoices
  const notes = part(
    'credit_note',
    'credit_notes',
    sql`credit_notes.amount_cents as amount_cents, credit_notes.refund_id as transaction_id,
      credit_notes.issued_at as settled_at, cast(null as integer) as settled_day,
      cast(null as bigint) as open_cents`,
  )
  return sql`${invoices} union all ${notes}`
}

const dataOf = ({ document }: DocumentRow): InvoiceDocument | undefined =>
  document === null ? undefined : JSON.parse(document)

function toListed(row: DocumentRow, today: string): ListedDocument {
  const { kind, number, amount_cents, transaction_id, settled_at, settled_day, open_cents } = row
  const issuedOn = issuedDay(row)
  const data = dataOf(row)
  const sum = (cents: number) => centsToDollars(kind === 'credit_note' ? -cents : cents)
  const { company, country, name = row.name } = data?.buyer.address ?? {}
  return {
    number: documentNumberText(kind, number),
    kind,
    date: issuedOn,
    ...(data?.dueOn !== undefined && { due: data.dueOn }),
    customer: name,
    ...(company !== undefined && { company }),
    ...(country !== undefined && { country }),
    ...(data?.buyer.vatId !== undefined && { vatId: data.buyer.vatId }),
    ...(data && {
      net: sum(data.totals.netCents),
      taxPercent: data.tax.percent,
      tax: sum(data.totals.taxCents),
      taxKind: data.tax.kind,
    }),
    gross: sum(data?.totals.grossCents ?? amount_cents),
    currency: data?.currency ?? DEFAULT_CURRENCY.toUpperCase(),
    ...(settled_at !== null && {
      paidAt: toIso(settled_at),
      paidOn: settled_day === null ? issuedOn : isoDay(settled_day * DAY_MS),
    }),
    ...(transaction_id !== null && { transactionId: transaction_id }),
    ...openMembers(data?.dueOn, open_cents, today),
    order: row.order_number,
    orderId: row.order_id,
    ...(row.po_number !== null && { poNumber: row.po_number }),
  }
}
