import '../tables.ts'
import { sql } from 'kysely'
import type { BuyingCompany } from '#features/companies/companies.ts'
import type { Db } from '#kit/db/db.ts'
import { ordersOf, ordersOfCompany } from '../owners/own-orders.ts'
import type { ApprovalReason } from '../records/approval-reason.ts'

/** An order that may be above the limits of its member. */
interface LimitedOrder {
  readonly company: Pick<BuyingCompany, 'orderLimitCents' | 'monthLimitCents'>
  readonly totalCents: number
}

interface Month {
  readonly from: number
  readonly before: number
}

function monthOf(at: number): Month {
  const date = new Date(at)
  const start = (more: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + more, 1)
  return { from: start(0), before: start(1) }
}

/**
 * What a member has ordered for a company in the month (UTC) of that time without `except`, in cents: with what waits for an
 * approval, without what was cancelled, declined, lapsed or refunded. Lock the membership before (`lockBuyingCompanies`).
 */
export async function findMonthCents(
  db: Db,
  { userId, companyId, at }: { readonly userId: string; readonly companyId: string; readonly at: number },
  except: readonly string[] = [],
): Promise<number> {
  const { from, before } = monthOf(at)
  const { cents } = await db
    .selectFrom('orders')
    .select(sql<number | null>`sum(total_cents - refunded_cents)`.as('cents'))
    .where(ordersOf(userId))
    .where(ordersOfCompany(companyId))
    .where('created_at', '>=', from)
    .where('created_at', '<', before)
    .where('cancelled_at', 'is', null)
    .$if(except.length > 0, (orders) => orders.where('id', 'not in', except))
    .executeTakeFirstOrThrow()
  return Number(cents ?? 0)
}

/** Why somebody has to approve the order, when the others of its month come to that; undefined when nobody has to. */
export function reasonToAsk(
  { company: { orderLimitCents, monthLimitCents }, totalCents }: LimitedOrder,
  othersCents: number,
): ApprovalReason | undefined {
  const isAboveOrder = orderLimitCents !== null && totalCents > orderLimitCents
  const isAboveMonth = monthLimitCents !== null && othersCents + totalCents > monthLimitCents
  if (!isAboveOrder && !isAboveMonth) return undefined
  return {
    ...(isAboveOrder && { orderCents: orderLimitCents }),
    ...(isAboveMonth && { monthCents: monthLimitCents, othersCents }),
  }
}
