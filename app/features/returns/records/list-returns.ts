import '../tables.ts'
import { type RawBuilder, sql } from 'kysely'
import type { SignedInUser } from '#features/accounts/accounts.ts'
import { ALL_ORDERS, findShipping, orderNotFound, readableByOwner } from '#features/orders/orders.ts'
import type { Db } from '#kit/db/db.ts'
import { countUpToLimit, type RowCount } from '#kit/db/row-counts.ts'
import { centsToDollars } from '#kit/money.ts'
import { type Paged, readPage, toPaged } from '#kit/server/paging.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS, toIso } from '#kit/time.ts'
import { MAXIMUM_RETURNS, RETURN_DAYS } from '../limits.ts'
import type { OrderReturns, Return, ReturnsQuery } from '../schema.ts'
import { isOfCustomer, type ReturnFilter } from '../states.ts'
import { stepText } from '../texts.ts'
import { proposeRefund } from './proposal.ts'
import {
  findReturnsOf,
  type ReturnRow,
  selectReturns,
  toManagedReturn,
  toReturn,
  withReturnLines,
} from './return-rows.ts'
import { findReturnable } from './returnable.ts'

/** Until when (ms) a customer can ask for a return of an order whose last shipment left then. */
export const askableUntil = (lastAt: number): number => lastAt + RETURN_DAYS * DAY_MS

/** The returns of an own order, and what of it can come back now. Another's is refused (404). */
export async function findOwnReturns(
  shop: Shop,
  customer: SignedInUser,
  orderId: string,
): Promise<OrderReturns> {
  const { db } = shop
  await requireOrder(db, orderId, readableByOwner(customer))
  const { lastAt } = await findShipping(db, orderId)
  const until = lastAt === null ? undefined : askableUntil(lastAt)
  const isOpen = until !== undefined && until > shop.now()
  return {
    returns: (await findReturnsOf(db, orderId)).map(toReturn),
    returnable: isOpen ? await findReturnable(db, orderId) : [],
    ...(until !== undefined && { until: toIso(until) }),
  }
}

/** The same of any order, for the staff: what its customer cannot ask for any more too, and what a refund would be. */
export async function findManagedReturns(
  shop: Shop,
  staff: SignedInUser,
  orderId: string,
): Promise<OrderReturns> {
  const { db } = shop
  await requireOrder(db, orderId, ALL_ORDERS)
  const { lastAt } = await findShipping(db, orderId)
  const rows = await findReturnsOf(db, orderId)
  return {
    returns: await Promise.all(rows.map((row) => toManaged(db, staff, row))),
    returnable: await findReturnable(db, orderId),
    ...(lastAt !== null && { until: toIso(askableUntil(lastAt)) }),
  }
}

/** A return for the staff; with what its refund would be once it is to be settled. */
export async function toManaged(db: Db, staff: SignedInUser, row: ReturnRow): Promise<Return> {
  if (row.state !== 'received') return toManagedReturn(row)
  const { linesCents, deliveryCents, mostCents } = await proposeRefund(db, staff, row)
  const refundable = {
    lines: centsToDollars(linesCents),
    delivery: centsToDollars(deliveryCents),
    most: centsToDollars(mostCents),
  }
  return { ...toManagedReturn(row), refundable }
}

// As the index has them: SQLite uses it only for a query with its conditions word for word.
const WAITS = sql<boolean>`state in ('asked', 'received')`

const isIn = (state: ReturnFilter): RawBuilder<boolean> =>
  state === 'waiting' ? sql`returns.${WAITS}` : sql`returns.state = ${state}`

/** The returns of all customers, the newest first. For the staff. */
export async function listReturns(
  db: Db,
  { state = 'waiting', ...query }: ReturnsQuery,
): Promise<Paged<Return>> {
  const page = readPage(query, ['string'])
  const [after] = page.after ?? []
  const rows = await selectReturns(db)
    .where(isIn(state))
    .$if(after !== undefined, (list) => list.where('returns.id', '<', String(after)))
    .orderBy('returns.id', 'desc')
    .limit(page.limit + 1)
    .execute()
  const count = await countUpToLimit(db, sql`select 1 from returns where ${isIn(state)}`)
  const paged = toPaged(await withReturnLines(db, rows), page, count, ({ id }) => [id])
  return { ...paged, rows: paged.rows.map(toManagedReturn) }
}

/** How many returns wait for the staff: for an answer, or to be settled. */
export const countWaitingReturns = (db: Db): Promise<RowCount> =>
  countUpToLimit(db, sql`select 1 from returns where ${WAITS}`)

/** A return has a few steps. */
const MAXIMUM_STEPS = MAXIMUM_RETURNS * 10

/** What happened to the returns of an order, oldest first, for its timeline. */
export async function listReturnSteps(db: Db, orderId: string) {
  const rows = await db
    .selectFrom('return_steps')
    .select(['step', 'pieces', 'actor_id', 'at'])
    .where('order_id', '=', orderId)
    .orderBy('at')
    .orderBy('id')
    .limit(MAXIMUM_STEPS)
    .execute()
  return rows.map((row) => ({
    text: stepText(row),
    by: isOfCustomer(row.step) ? ('customer' as const) : ('admin' as const),
    actor: row.actor_id,
    at: row.at,
  }))
}

async function requireOrder(db: Db, orderId: string, whose: RawBuilder<boolean>): Promise<void> {
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('orders.id', '=', orderId)
    .where(whose)
    .executeTakeFirst()
  if (!order) throw orderNotFound()
}
