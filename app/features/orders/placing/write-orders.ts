import { arePricesOf } from '#features/agreed-prices/agreed-prices.ts'
import { giveToWaiting, type LockedStock, lockStock } from '#features/catalog/catalog.ts'
import { type BuyingCompany, lockBuyingCompanies } from '#features/companies/companies.ts'
import { areCurrentSettings, lockCurrency } from '#features/settings/settings.ts'
import { recordAudit } from '#kit/audit/audit.ts'
import type { Db } from '#kit/db/db.ts'
import { changeRowCount } from '#kit/db/row-counts.ts'
import {
  addTemplates,
  enqueueTemplates,
  type QueuedMail,
  sendQueued,
  type TemplateMail,
} from '#kit/mail/enqueue.ts'
import { inParts } from '#kit/rows/in-parts.ts'
import { approvalMails, askedEvent, STAFF_NAME, writeAsked } from '../approvals/ask-approval.ts'
import { findMonthCents, reasonToAsk } from '../approvals/member-limits.ts'
import { noteNewOrder } from '../mails/new-orders.ts'
import { mailsOf } from '../mails/order-mails.ts'
import { insertBackordered } from '../records/backorder-rows.ts'
import { insertEvents, type OrderEvent, sendEvent } from '../records/order-events.ts'
import { insertLines, type LineRow, ORDER_COLUMNS, type OrderRow } from '../records/order-rows.ts'
import { type Credits, isOnAccount, lockCompanyCredits, type OverCredit } from './group-credits.ts'
import type { NewOrder } from './new-order.ts'
import {
  type Exceeded,
  findAbandoned,
  findUnpaid,
  lockBuyers,
  type Unpaid,
  type UnpaidOrders,
} from './unpaid-limit.ts'

/** The result of writing a new order: unless it is placed, nothing of it is written. */
export type WriteResult = PlacedOrder | Refusal

interface PlacedOrder {
  readonly result: 'placed'
  readonly row: OrderRow
  /** With what they lack. */
  readonly lines: readonly LineRow[]
  readonly mail: QueuedMail | undefined
  /** That somebody was asked to approve it. */
  readonly asked: OrderEvent | undefined
}

/** `outdated`: it can be placed again with what is read now. */
type Refusal =
  | {
      readonly result: 'outdated'
      readonly because:
        | 'key or number used'
        | 'product changed or short'
        | 'customer changed'
        | 'settings changed'
    }
  | { readonly result: 'exceeded'; readonly limit: Exceeded }
  | OverCredit

const KEY_USED = { result: 'outdated', because: 'key or number used' } as const
const PRODUCT_CHANGED = { result: 'outdated', because: 'product changed or short' } as const
const CUSTOMER_CHANGED = { result: 'outdated', because: 'customer changed' } as const
const SETTINGS_CHANGED = { result: 'outdated', because: 'settings changed' } as const

const exceeded = (limit: Exceeded): Refusal => ({ result: 'exceeded', limit })

/** Writes new orders in one transaction, each completely or not at all. Returns the results in the order of the input. */
export async function writeOrders(trx: Db, orders: readonly NewOrder[]): Promise<WriteResult[]> {
  await lockBuyers(trx, orders)
  const credits = await lockCompanyCredits(trx, orders)
  const companies = await lockCompanies(trx, orders)
  await lockCurrency(trx)
  const outdated = await findOutdated(trx, orders, companies)
  const unpaid = await findUnpaid(
    trx,
    orders.map(({ order, limits, enteredBy }) => ({
      ...order,
      limits,
      isVerified: limits?.isVerified === true && !enteredBy,
    })),
  )
  const stock = await lockStock(
    trx,
    orders.flatMap(({ ordered }) => ordered),
  )
  const refused = reserveOrRefuse(orders, { stock, unpaid, outdated, credits })
  const accepted = orders.filter((order) => !refused.has(order))
  const rows = await insertOrders(trx, accepted)
  const placed = accepted.filter(({ order }) => rows.has(order.id))
  // What is refused may have lacked what another order of the group had reserved, which is not placed after all.
  const isCertain = placed.length === accepted.length
  const at = Math.max(...orders.map(({ order }) => order.created_at))
  await stock.write(
    placed.flatMap(({ ordered }) => ordered),
    at,
  )
  const linesOf = (one: NewOrder) =>
    one.lines.map((line, index) => {
      const ordered = one.ordered[index]
      return { ...line, backordered: ordered ? stock.backordered(ordered) : 0 }
    })
  const asked = await askApprovals(trx, placed, companies)
  const mails = await writePlacedOrders(trx, placed, asked)
  await writeBackordered(trx, placed.flatMap(linesOf), at)
  return orders.map((order) => {
    const waiting = asked.get(order)
    const row = waiting?.row ?? rows.get(order.order.id)
    const mail = mails[placed.indexOf(order)]
    if (row) return { result: 'placed', row, lines: linesOf(order), mail, asked: waiting?.event }
    return (isCertain && refused.get(order)) || KEY_USED
  })
}

/** What was reserved for an order of the group that is not placed after all goes to those that lack it. */
async function writeBackordered(trx: Db, lines: readonly LineRow[], at: number): Promise<void> {
  const lacking = lines.filter(({ backordered }) => backordered > 0)
  await insertBackordered(
    trx,
    lacking.map(({ backordered: quantity, ...line }) => ({ ...line, quantity })),
  )
  await giveToWaiting(
    trx,
    lacking.map(({ product_id }) => product_id),
    at,
  )
}

/** Logs an order that was placed, after the commit: it is called in the context of its request, which others may share. */
export function announcePlaced({ events }: NewOrder, { mail, asked }: PlacedOrder): void {
  for (const event of [...events, ...(asked ? [asked] : [])]) sendEvent(event)
  if (mail) sendQueued(mail)
}

interface Limits {
  readonly stock: LockedStock
  readonly unpaid: UnpaidOrders
  readonly outdated: ReadonlyMap<NewOrder, Refusal>
  readonly credits: Credits
}

/** Reserves the pieces of each order, of all its lines or of none, and returns why the others cannot be placed. */
function reserveOrRefuse(
  orders: readonly NewOrder[],
  { stock, unpaid, outdated, credits }: Limits,
): Map<NewOrder, Refusal> {
  const refused = new Map<NewOrder, Refusal>()
  for (const row of orders) {
    const { order, ordered } = row
    const others = unpaid.with(order)
    const problem = outdated.get(row) ?? limitProblem(row, others) ?? credits.problem(row)
    if (problem) refused.set(row, problem)
    else if (!stock.reserve(ordered)) refused.set(row, PRODUCT_CHANGED)
    else if (isOnAccount(row)) credits.take(row)
    else unpaid.add(order, order.total_cents)
  }
  return refused
}

/** The orders whose customer or whose settings are not as they were when their terms were found. */
async function findOutdated(
  trx: Db,
  orders: readonly NewOrder[],
  companies: ReadonlyMap<string, BuyingCompany>,
): Promise<Map<NewOrder, Refusal>> {
  const abandoned = await findAbandoned(trx, orders)
  const revisions = new Set(orders.map(({ settingsRevision }) => settingsRevision))
  const current = new Set<number>()
  for (const revision of revisions) if (await areCurrentSettings(trx, revision)) current.add(revision)
  return new Map(
    orders.flatMap((order): [NewOrder, Refusal][] => {
      if (abandoned.has(order) || !isOfCompany(order, companies)) return [[order, CUSTOMER_CHANGED]]
      return current.has(order.settingsRevision) ? [] : [[order, SETTINGS_CHANGED]]
    }),
  )
}

/** The companies for which the customers of these orders order, with their memberships locked. */
const lockCompanies = (trx: Db, orders: readonly NewOrder[]): Promise<ReadonlyMap<string, BuyingCompany>> =>
  lockBuyingCompanies(trx, [
    ...new Set(orders.filter(({ company }) => company).map(({ order }) => order.user_id)),
  ])

/** Whether the customer still orders for the company as it was read, at its prices. */
const isOfCompany = (
  { company, order, ordered }: NewOrder,
  companies: ReadonlyMap<string, BuyingCompany>,
): boolean => {
  const products = ordered.map(({ product }) => product)
  if (!company) return arePricesOf(undefined, products)
  const now = companies.get(order.user_id)
  const isSame = now?.id === company.id && now.name === company.name && !now.isBlocked
  const hasTerms = !isOnAccount({ order }) || now?.terms?.days === order.account_days
  return isSame && hasTerms && arePricesOf(now, products)
}

/** An order that waits for an approval. */
interface AskedOrder {
  readonly row: OrderRow
  readonly event: OrderEvent
  readonly mails: readonly TemplateMail[]
}

/**
 * Lets wait which of the placed orders are above the limits of their members, each counted after the one before it: nobody else counts
 * for these members until the transaction ends.
 */
async function askApprovals(
  trx: Db,
  placed: readonly NewOrder[],
  companies: ReadonlyMap<string, BuyingCompany>,
): Promise<Map<NewOrder, AskedOrder>> {
  const asked = new Map<NewOrder, AskedOrder>()
  for (const one of placed) {
    const { order, enteredBy, company: before } = one
    const company = before && companies.get(order.user_id)
    if (!company) continue
    const { id, user_id: userId, created_at: at } = order
    const limited = { company, totalCents: order.total_cents }
    const later = placed.slice(placed.indexOf(one)).map((each) => each.order.id)
    const othersCents =
      company.monthLimitCents === null
        ? 0
        : await findMonthCents(trx, { userId, companyId: company.id, at }, later)
    const reason = reasonToAsk(limited, othersCents)
    if (!reason) continue
    const row = await writeAsked(trx, id, { reason, holdUntil: at + one.holdMs })
    const asker = enteredBy
      ? { by: 'staff' as const, id: enteredBy.id, name: STAFF_NAME }
      : { by: 'customer' as const, id: userId, name: order.name }
    asked.set(one, { row, event: askedEvent(id, asker, at), mails: await approvalMails(trx, row) })
  }
  return asked
}

/** Inserts the orders, without those whose idempotency key or number is used; the inserted rows by their ids. */
async function insertOrders(trx: Db, orders: readonly NewOrder[]): Promise<Map<string, OrderRow>> {
  if (orders.length === 0) return new Map()
  const rows = await trx
    .insertInto('orders')
    .values(orders.map(({ order }) => order))
    .onConflict((conflict) => conflict.doNothing())
    .returning(ORDER_COLUMNS)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Why the order exceeds the limits of its customer, who has these unpaid orders besides. */
function limitProblem({ order, limits }: NewOrder, others: Unpaid | undefined): Refusal | undefined {
  if (!limits || !others) return undefined
  if (others.isVerified && !limits.isVerified) return CUSTOMER_CHANGED
  // What is on account has the limit of its credit.
  const isLimited = !isOnAccount({ order })
  if (isLimited && others.orders >= limits.orders) return exceeded('too many unpaid')
  if (others.cancelled >= limits.cancelled) return exceeded('too many cancelled')
  return isLimited && others.heldCents + order.total_cents > limits.heldCents
    ? exceeded({ heldCents: others.heldCents })
    : undefined
}

const eventsOf = (asked: AskedOrder | undefined): readonly OrderEvent[] => (asked ? [asked.event] : [])

const MAXIMUM_LINES_INSERTED = 1000

/** Writes the lines, events and mails of the placed orders, and updates the counters. Returns the mails. */
async function writePlacedOrders(
  trx: Db,
  placed: readonly NewOrder[],
  asked: ReadonlyMap<NewOrder, AskedOrder>,
): Promise<readonly QueuedMail[]> {
  const [first] = placed
  if (!first) return []
  const lines = placed.flatMap((order) => order.lines)
  for (const some of inParts(lines, MAXIMUM_LINES_INSERTED)) await insertLines(trx, some)
  await insertEvents(
    trx,
    placed.flatMap((order) => [...order.events, ...eventsOf(asked.get(order))]),
  )
  await recordAudit(
    trx,
    ...placed.flatMap(({ order, enteredBy: by }) =>
      by ? [{ by, at: order.created_at, kind: 'order.placed' as const, subject: order.id }] : [],
    ),
  )
  const mails = placed.flatMap(({ order, step }) => mailsOf(step, order, order.created_at))
  const toApprovers = [...asked.values()].flatMap((order) => order.mails)
  await enqueueTemplates(trx, first.order.created_at, toApprovers)
  const queued = await addTemplates(trx, first.order.created_at, mails)
  for (const order of placed)
    if (isOnAccount(order) && !asked.has(order)) await noteNewOrder(trx, order.order.id)
  await changeRowCount(trx, 'orders', placed.length)
  return queued
}
