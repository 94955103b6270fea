import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import { contains, escapeLike, hasPhone, phoneDigits, searchWords } from '#kit/input/search.ts'
import { foldText } from '#kit/text/fold-text.ts'
import { fromAbove } from '../handed/handed.ts'
import { documentNumberText, readDocumentNumber } from '../texts.ts'
import { readOrderNumber } from './order-number.ts'
import { oneLineAddress, type StoredTerms } from './stored-terms.ts'
import '../tables.ts'

/** What an order is found by besides its ids. */
interface SearchedOrder {
  readonly number: string
  readonly poNumber: string | null
  readonly lines: readonly {
    readonly product_name: string
    readonly sku: string
    readonly own: string | null
  }[]
  readonly name: string
  readonly email: string
  /** Where it goes, with the company. */
  readonly address: string
  /** The billing address is searched too: the invoice has its name and company. */
  readonly terms: Pick<StoredTerms, 'billTo'> | undefined
}

/** The text that a search of orders reads; stored in `search_text` when the order is written. */
export const orderSearchText = ({
  number,
  poNumber,
  lines,
  name,
  email,
  address,
  terms,
}: SearchedOrder): string =>
  foldText(
    [
      number,
      poNumber ?? '',
      ...lines.flatMap((line) => [line.product_name, line.sku, line.own ?? '']),
      name,
      email,
      address,
      terms?.billTo ? oneLineAddress(terms.billTo) : '',
    ].join('\n'),
  )

interface SearchOptions {
  /** The statement has own orders of the caller alone: what it finds depends on no others, and parcels are not read for it. */
  readonly isOwn?: boolean
}

/**
 * The conditions of a search, one for each word. A word that is the number of an order is looked up by its index, because
 * the other conditions read every order. A PO number can look like the number of an order, so it is looked up only if there
 * is that order.
 */
export async function orderSearch(
  db: Db,
  q: string | undefined,
  { isOwn = false }: SearchOptions = {},
): Promise<RawBuilder<boolean>[]> {
  // People write "#" before a number.
  const words = searchWords(q).map((word) => word.replace(/^#(?=.)/, ''))
  const numbers = words.map(readOrderNumber)
  const given = numbers.filter((number) => number !== undefined)
  const rows =
    given.length === 0 || isOwn
      ? []
      : await db.selectFrom('orders').select('number').where('number', 'in', given).execute()
  const known = new Set(rows.map(({ number }) => number))
  const conditions = words.map((word, index) => {
    const number = numbers[index]
    if (number === undefined) return orderMatchesWord(word)
    const isNumber = sql<boolean>`orders.number = ${number}`
    // Whether others have an order of that number must not be seen by what is found.
    if (isOwn) return sql<boolean>`(${isNumber} or ${orderMatchesWord(word)})`
    return known.has(number) ? isNumber : orderMatchesWord(word)
  })
  if (known.size > 0) return conditions
  const number = words.join('')
  const invoiced = await ordersOfDocument(db, number)
  // A part number or a PO number may look like a short one.
  if (invoiced.length > 0 && !isOwn && isWholeNumber(number))
    return [sql`orders.id in (${sql.join(invoiced)})`]
  const others = [...invoiced, ...(isOwn ? [] : await ordersOfTracking(db, number))]
  const phone = phoneDigits(q)
  const more = [
    ...(others.length > 0 ? [sql<boolean>`orders.id in (${sql.join(others)})`] : []),
    ...(phone === undefined ? [] : [hasPhone('orders.phone', phone)]),
  ]
  if (more.length === 0) return conditions
  return [sql`((${sql.join(conditions, sql` and `)}) or ${sql.join(more, sql` or `)})`]
}

/** The ids of orders that a search finds, the newest first, so many at most. */
export async function findOrderIds(db: Db, q: string, limit: number): Promise<string[]> {
  const conditions = await orderSearch(db, q)
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where(sql<boolean>`(${sql.join(conditions.length > 0 ? conditions : [sql`true`], sql` and `)})`)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Fewer characters are in many tracking numbers. */
const SHORTEST_TRACKING = 6

/** So many orders are found by one tracking number at most: a carrier may use numbers again. */
const MAXIMUM_TRACKED = 100

/** The ids of the orders with this tracking number, without its spaces. */
async function ordersOfTracking(db: Db, number: string): Promise<string[]> {
  if (number.length < SHORTEST_TRACKING || !/\d/.test(number)) return []
  const find = (table: 'shipments' | 'lost_shipments') =>
    db
      .selectFrom(table)
      .select('order_id')
      .distinct()
      .where(sql`replace(lower(tracking), ' ', '')`, '=', number.toLowerCase())
      .limit(MAXIMUM_TRACKED)
      .execute()
  const rows = [...(await find('shipments')), ...(await find('lost_shipments'))]
  return [...new Set(rows.map(({ order_id }) => order_id))].slice(0, MAXIMUM_TRACKED)
}

/** The ids of the orders with this number of an invoice or a credit note. */
async function ordersOfDocument(db: Db, number: string): Promise<string[]> {
  const document = readDocumentNumber(number)
  return document ? fromAbove().findOrdersOfDocument(db, document) : []
}

/** Whether it is the number of an invoice or a credit note as it stands on the document. */
function isWholeNumber(word: string): boolean {
  const document = readDocumentNumber(word)
  return document !== undefined && documentNumberText(document.kind, document.number) === word.toUpperCase()
}

/** The condition that an order has the word: in its text, or as its id or transaction id, whole or as lists shorten them. */
function orderMatchesWord(word: string): RawBuilder<boolean> {
  const folded = foldText(word).trim()
  // A single accent folds to an empty string, which every text contains.
  const textMatches = folded === '' ? sql<boolean>`1 = 0` : contains('orders.search_text', folded)
  const idMatches = idPatterns(word).flatMap((pattern) => [
    sql<boolean>`orders.id like ${pattern} escape '\\'`,
    sql<boolean>`lower(orders.transaction_id) like ${pattern} escape '\\'`,
  ])
  return idMatches.length === 0 ? textMatches : sql`(${sql.join([textMatches, ...idMatches], sql` or `)})`
}

/** The length of an id's ending as lists show it. Fewer characters would match many ids. */
const SHORTEST_ENDING = 4

/** The length of an id's beginning as lists show it. Ids begin with their time, so fewer characters would match many. */
const SHORTEST_BEGINNING = 8

/**
 * The LIKE patterns for a word that may be an id: `0mi7k2wq…x4tz` as lists show it, its ending, its beginning or all of
 * it. Never its middle, where short words would match random characters.
 */
function idPatterns(word: string): string[] {
  const [beginning = '', ending, ...more] = word.split(/…|\.{3}/)
  if (!/^[\w-]*$/.test(beginning + (ending ?? '')) || more.length > 0) return []
  if (ending !== undefined)
    return beginning.length + ending.length >= SHORTEST_ENDING
      ? [`${escapeLike(beginning)}%${escapeLike(ending)}`]
      : []
  if (word.length < SHORTEST_ENDING) return []
  const escaped = escapeLike(word)
  return word.length < SHORTEST_BEGINNING ? [`%${escaped}`] : [`%${escaped}`, `${escaped}%`]
}
