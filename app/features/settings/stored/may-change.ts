import { isDeepStrictEqual } from 'node:util'
import { requireFresh, rightRequired, type SignedInUser } from '#features/accounts/accounts.ts'
import { hasRight } from '#features/accounts/rights.ts'
import type { Settings } from '../schema.ts'

/**
 * Refuses changes that `settings` alone is not enough for: where money, mails to the seller and mails to the staff go wants a
 * fresh sign-in, and who is told of orders, which name the customer, wants `orders`.
 */
export function requireMayChange(
  caller: SignedInUser,
  nowMs: number,
  before: Settings,
  after: Settings,
): void {
  const isChanged = (of: (settings: Settings) => unknown) => !isDeepStrictEqual(of(before), of(after))
  if (isChanged(({ mails }) => mails.newOrders) && !hasRight(caller, 'orders'))
    throw rightRequired('orders', caller)
  // Whoever pays by transfer pays to the bank account.
  if (isChanged(({ seller: { bank, email }, mails }) => [bank, email, mails])) requireFresh(caller, nowMs)
}
