import type { SignedInUser } from '#features/accounts/accounts.ts'
import type { OrderRow } from './order-rows.ts'

/** The user of a session, when it is asked which orders are that account's business. */
export type Owner = Pick<SignedInUser, 'id' | 'emailVerified'>

/** The same, of whom it is asked too whether it is an admin. */
export type OwnerOrAdmin = Owner & Pick<SignedInUser, 'role'>

type OwnedOrder = Pick<OrderRow, 'user_id' | 'entered_by'>

/**
 * Whether an order is the business of a session of its account. Anyone can register another person's e-mail: until it is verified,
 * what an admin entered for that e-mail is not. `emailVerified` is as it was read with the session, so that a call which began
 * before a reset verified the e-mail stays outside too.
 */
export const isTheirs = (order: OwnedOrder, { id, emailVerified }: Owner): boolean =>
  order.user_id === id && (emailVerified || order.entered_by === null)

/** Who may change an order as its customer may: an admin may do it for any customer. */
export const isTheirsOrForAdmins = (order: OwnedOrder, user: OwnerOrAdmin): boolean =>
  user.role === 'admin' || isTheirs(order, user)
