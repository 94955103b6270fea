import { lockCredits } from '#features/companies/companies.ts'
import {
  findUsedCredits,
  type OrderWithLines,
  overCredit,
  tooMuchHeld,
  type Unpaid,
  type UnpaidLimits,
} from '#features/orders/changing.ts'
import type { Db } from '#kit/db/db.ts'
import type { Shop } from '#kit/shop.ts'

/** What of the credit of its company an order on account may come to, locked; before the membership. */
export async function lockCredit(trx: Db, { id, company_id, account_days }: OrderWithLines): Promise<number> {
  if (company_id === null || account_days === null) return 0
  const credit = (await lockCredits(trx, [company_id])).get(company_id) ?? 0
  return credit - ((await findUsedCredits(trx, [company_id], id)).get(company_id) ?? 0)
}

/** Less than before is never too much. */
export function refuseOverCredit(
  { account_days, total_cents }: OrderWithLines,
  payableCents: number,
  availableCents: number,
): void {
  if (account_days !== null && payableCents > total_cents && payableCents > availableCents)
    throw overCredit(availableCents)
}

interface Held {
  readonly limits: UnpaidLimits
  /** All unpaid orders of the customer, this one included. */
  readonly others: Unpaid
  readonly before: OrderWithLines
  readonly payableCents: number
}

/** Less than before is never too much. */
export function refuseTooMuchHeld(shop: Shop, { limits, others, before, payableCents }: Held): void {
  const heldCents = others.heldCents - before.total_cents
  if (payableCents > before.total_cents && heldCents + payableCents > limits.heldCents)
    throw tooMuchHeld(shop, limits, heldCents)
}
