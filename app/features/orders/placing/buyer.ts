import { findOrderingAccount, rightRequired, type SignedInUser } from '#features/accounts/accounts.ts'
import { hasRight } from '#features/accounts/rights.ts'
import type { Actor } from '#kit/audit/audit.ts'
import { type RequestKey, requestKey } from '#kit/request-key.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { orderRefusals } from '../refusals.ts'
import type { PlaceOrder } from './schema.ts'

/** Whose order it is, and the admin who enters it for them. */
export interface Buyer extends Pick<SignedInUser, 'id' | 'name' | 'email' | 'emailVerified'> {
  readonly enteredBy?: Actor
  /** Whose address book is meant; undefined when none may be used. */
  readonly bookOf: string | undefined
}

/** Refuses (403) an order for a customer by anybody without the right, also one for the own account. */
export function refuseForOthers(caller: SignedInUser, { customer }: PlaceOrder): void {
  if (customer === undefined || hasRight(caller, 'orders')) return
  throw rightRequired('orders', caller)
}

/**
 * The caller, or the customer whom an admin names. An admin who enters an order vouches for its customer, whose limits are
 * those of a verified e-mail. The address book of an account whose e-mail is not verified may be that of somebody else, so an
 * admin cannot use it. Refused (404 `unknown_customer`): an e-mail of no account, or of one that is banned.
 */
export async function findBuyer(shop: Shop, caller: SignedInUser, input: PlaceOrder): Promise<Buyer> {
  if (input.customer === undefined) return { ...caller, bookOf: caller.id }
  const account = await findOrderingAccount(shop, input.customer)
  if (account) {
    const bookOf = account.emailVerified ? account.id : undefined
    return { ...account, emailVerified: true, enteredBy: caller, bookOf }
  }
  const detail = 'There is no customer with this e-mail address who can order.'
  throw new AppError(orderRefusals.unknownCustomer, detail, { errors: [{ pointer: '#/customer', detail }] })
}

/** The key of the caller's request; those of entered orders are the admin's, apart from the customer's own. */
export const keyOf = (
  caller: SignedInUser,
  input: PlaceOrder,
  key: string | undefined,
): RequestKey | undefined =>
  requestKey(input.customer === undefined || key === undefined ? key : `${caller.id} ${key}`, input)
