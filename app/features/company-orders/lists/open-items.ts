import '#features/orders/tables.ts'
import type { SignedInUser } from '#features/accounts/accounts.ts'
import { requireMembership } from '#features/companies/companies.ts'
import { ordersOfCompany } from '#features/orders/changing.ts'
import { fromAbove, IS_OWED, OPEN_CENTS, sellerToday } from '#features/orders/orders.ts'
import type { Db } from '#kit/db/db.ts'
import { centsToDollars } from '#kit/money.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { dayNumber } from '#kit/time.ts'
import type { OpenItem } from '../schema.ts'

/** So many open invoices are listed, the longest due first. */
const ITEMS_AT_MOST = 500

/** The open invoices of the caller's company. Refused: no company (404), and a buyer (403). */
export async function listOwnOpenItems(shop: Shop, user: Pick<SignedInUser, 'id'>): Promise<OpenItem[]> {
  const member = await requireMembership(shop.db, user.id)
  if (member.role === 'buyer')
    throw new AppError('forbidden', 'Only approvers and managers of the company may do this.')
  return listOpenItems(shop, member.company_id)
}

/** Those of any company, for the staff. */
export async function listOpenItems(shop: Shop, companyId: string): Promise<OpenItem[]> {
  const today = dayNumber(Date.parse(await sellerToday(shop)))
  const rows = await findOpen(shop.db, companyId)
  const numbers = await fromAbove().findInvoiceNumbers(
    shop.db,
    rows.map(({ id }) => id),
  )
  return rows.map(({ id, number, due_on, total_cents, refunded_cents, received_cents }) => {
    const due = due_on ?? ''
    const overdueDays = Math.max(today - dayNumber(Date.parse(due)), 0)
    const invoice = numbers.get(id)
    return {
      ...{ orderId: id, order: number, due, overdueDays, age: ageOf(overdueDays) },
      ...(invoice !== undefined && { invoice }),
      open: centsToDollars(total_cents - refunded_cents - received_cents),
    }
  })
}

const findOpen = (db: Db, companyId: string) =>
  db
    .selectFrom('orders')
    .select(['id', 'number', 'due_on', 'total_cents', 'refunded_cents', 'received_cents'])
    .where(ordersOfCompany(companyId))
    .where(IS_OWED)
    .where('due_on', 'is not', null)
    .where((eb) => eb(OPEN_CENTS, '>', 0))
    .orderBy('due_on')
    .orderBy('id')
    .limit(ITEMS_AT_MOST)
    .execute()

function ageOf(overdueDays: number): OpenItem['age'] {
  if (overdueDays === 0) return 'not_due'
  if (overdueDays <= 30) return 'to_30'
  return overdueDays <= 60 ? 'to_60' : 'over_60'
}
