import { lockCredits } from '#features/companies/companies.ts'
import type { Db } from '#kit/db/db.ts'
import { findUsedCredits } from '../account/credit.ts'
import type { NewOrder } from './new-order.ts'

export const isOnAccount = ({ order }: Pick<NewOrder, 'order'>): boolean =>
  typeof order.account_days === 'number'

/** That a company owes more with an order than it may. */
export interface OverCredit {
  readonly result: 'over credit'
  readonly availableCents: number
}

/** What is left of the credit of companies, while orders of a group take from it. */
export interface Credits {
  /** That its company has not so much left. */
  problem(order: NewOrder): OverCredit | undefined
  take(order: NewOrder): void
}

/** Locks the companies that order on account, so that nobody else takes from what is left of their credit until the transaction ends. */
export async function lockCompanyCredits(trx: Db, orders: readonly NewOrder[]): Promise<Credits> {
  const ids = [
    ...new Set(orders.flatMap((order) => (isOnAccount(order) && order.company ? [order.company.id] : []))),
  ]
  const credits = await lockCredits(trx, ids)
  const used = await findUsedCredits(trx, ids)
  const left = new Map(ids.map((id) => [id, (credits.get(id) ?? 0) - (used.get(id) ?? 0)]))
  const leftOf = ({ company }: NewOrder): number => left.get(company?.id ?? '') ?? 0
  return {
    problem: (order) => {
      const availableCents = leftOf(order)
      const isOver = isOnAccount(order) && order.order.total_cents > availableCents
      return isOver ? { result: 'over credit', availableCents } : undefined
    },
    take: (order) => left.set(order.company?.id ?? '', leftOf(order) - order.order.total_cents),
  }
}
