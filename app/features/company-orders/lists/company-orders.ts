import { findMonthCents, ordersOfCompany, toOrder } from '#features/orders/changing.ts'
import {
  IS_PENDING,
  IS_SHIPPED,
  IS_UNPAID,
  orderSearch,
  ordersOf,
  selectAllOrders,
  withLines,
} from '#features/orders/orders.ts'
import type { Order } from '#features/orders/schema.ts'
import type { CompanyOrderState } from '#features/orders/states.ts'
import '#features/orders/tables.ts'
import { type RawBuilder, sql } from 'kysely'
import type { SignedInUser } from '#features/accounts/accounts.ts'
import { findBuyingCompany, type Membership, requireMembership } from '#features/companies/companies.ts'
import type { Db } from '#kit/db/db.ts'
import { countUpToLimit } from '#kit/db/row-counts.ts'
import { centsToDollars } from '#kit/money.ts'
import { AppError } from '#kit/server/app-error.ts'
import { type Paged, readPage, toPaged } from '#kit/server/paging.ts'
import type { Shop } from '#kit/shop.ts'
import type { CompanyOrdersQuery, WaitingOrder } from '../schema.ts'

/** Those of the orders of the company that this member reads: a buyer the own ones. */
const readableBy = ({ company_id, user_id, role }: Membership): RawBuilder<boolean> =>
  role === 'buyer'
    ? sql`(${ordersOfCompany(company_id)} and ${ordersOf(user_id)})`
    : ordersOfCompany(company_id)

const IN_STATE: Readonly<Record<CompanyOrderState | 'all', RawBuilder<boolean>>> = {
  all: sql`orders.cancelled_at is null`,
  waiting: sql`(orders.approval = 'waiting' and orders.cancelled_at is null)`,
  declined: sql`orders.approval = 'declined'`,
  unpaid: sql`(${IS_UNPAID} and orders.cancelled_at is null and coalesce(orders.approval, '') <> 'waiting')`,
  open: IS_PENDING,
  shipped: IS_SHIPPED,
}

/** A page of the orders of the caller's company, newest first. Refused (404) without a company. */
export async function listCompanyOrders(
  db: Db,
  user: Pick<SignedInUser, 'id'>,
  query: CompanyOrdersQuery,
): Promise<Paged<Order>> {
  const page = readPage(query, ['number', 'string'])
  const member = await requireMembership(db, user.id)
  const search = query.q?.trim() ? await orderSearch(db, query.q, { isOwn: true }) : []
  const isListed = sql<boolean>`${sql.join(
    [
      readableBy(member),
      IN_STATE[query.state ?? 'all'],
      ...(query.member === undefined ? [] : [ordersOf(query.member)]),
      ...search,
    ],
    sql` and `,
  )}`
  const { after } = page
  const rows = await selectAllOrders(db)
    .where(isListed)
    .$if(after !== undefined, (orders) =>
      orders.where(sql<boolean>`(orders.created_at, orders.id) < (${sql.join([...(after ?? [])])})`),
    )
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(page.limit + 1)
    .execute()
  const isWholeList = after === undefined && rows.length <= page.limit
  const count = isWholeList
    ? { total: rows.length }
    : await countUpToLimit(db, sql`select 1 from orders where ${isListed}`)
  const paged = toPaged(rows, page, count, ({ created_at, id }) => [created_at, id])
  return { ...paged, rows: (await withLines(db, paged.rows)).map(toOrder) }
}

/** So many orders wait on one page of approvals. */
const WAITING_AT_MOST = 100

/**
 * The orders that wait for somebody like the caller, whose hold ends first before the others, each with what the month of its member
 * comes to besides. Refused: no company (404), and a buyer (403).
 */
export async function listWaitingOrders(shop: Shop, user: Pick<SignedInUser, 'id'>): Promise<WaitingOrder[]> {
  const { db } = shop
  const member = await requireMembership(db, user.id)
  if (member.role === 'buyer')
    throw new AppError('forbidden', 'Only approvers and managers of the company may do this.')
  const rows = await selectAllOrders(db)
    .where(readableBy(member))
    .where(IN_STATE.waiting)
    .where('hold_until', '>', shop.now())
    .where(sql<boolean>`not ${ordersOf(member.user_id)}`)
    .orderBy('hold_until')
    .orderBy('id')
    .limit(WAITING_AT_MOST)
    .execute()
  const orders = await withLines(db, rows)
  return Promise.all(
    orders.map(async (row) => {
      const asked = { userId: row.user_id, companyId: member.company_id, at: row.created_at }
      const others = await findMonthCents(db, asked, [row.id])
      const limit = (await findBuyingCompany(db, row.user_id))?.monthLimitCents ?? null
      return {
        ...toOrder(row),
        month: {
          others: centsToDollars(others),
          ...(limit !== null && { limit: centsToDollars(limit) }),
        },
      }
    }),
  )
}
