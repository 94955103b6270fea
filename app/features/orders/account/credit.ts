import '../tables.ts'
import { sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import { centsToDollars, formatTotal } from '#kit/money.ts'
import { AppError } from '#kit/server/app-error.ts'
import { orderRefusals } from '../refusals.ts'
import { IS_ON_CREDIT, OPEN_CENTS } from '../transitions/on-account.ts'

/**
 * What these companies owe in cents, by id: what is open of their orders on account and of the invoices of these, also while somebody has to
 * approve one. It is counted from the orders each time, so that nothing has to be given back. Lock the companies before (`lockCredits`), so
 * that it stays so.
 */
export async function findUsedCredits(
  db: Db,
  companyIds: readonly string[],
  except?: string,
): Promise<Map<string, number>> {
  if (companyIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('orders')
    .select(['company_id', sql<number>`sum(${OPEN_CENTS})`.as('cents')])
    .where('company_id', 'in', companyIds)
    .where(IS_ON_CREDIT)
    .where(sql<boolean>`${OPEN_CENTS} > 0`)
    .$if(except !== undefined, (orders) => orders.where('id', '<>', except ?? ''))
    .groupBy('company_id')
    .execute()
  return new Map(rows.map(({ company_id, cents }) => [company_id ?? '', Number(cents)]))
}

export const findUsedCredit = async (db: Db, companyId: string): Promise<number> =>
  (await findUsedCredits(db, [companyId])).get(companyId) ?? 0

/** The refusal of an order with which its company would owe more than it may. */
export function overCredit(availableCents: number): AppError {
  const available = centsToDollars(Math.max(availableCents, 0))
  return new AppError(
    orderRefusals.overCredit,
    `Your company can order for ${formatTotal(available)} on account at present. Order less, pay by card, or pay an open invoice first.`,
    { available },
  )
}

export const noTerms = (): AppError =>
  new AppError(orderRefusals.noTerms, 'You cannot order on account. Pay this order by card.')
