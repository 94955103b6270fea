import { type RawBuilder, sql } from 'kysely'
import { rightRequired, type SignedInUser } from '#features/accounts/accounts.ts'
import { hasRight, holdsRight, MAY_READ_ORDERS, type Wanted } from '#features/accounts/rights.ts'
import { isMemberOf, mayApproveIn } from '#features/companies/companies.ts'
import type { AppError } from '#kit/server/app-error.ts'
import { orderNotFound } from '../records/lock-order.ts'
import '../tables.ts'

/**
 * Whose an order is: the conditions by which every statement about the orders of a caller or of an account finds them. Whoever else
 * is to read or change an order of somebody is added here, and nowhere else.
 */

/** Who calls, of whom it is asked which orders are that account's business. */
export type Owner = Pick<SignedInUser, 'id' | 'emailVerified'>

/** What a caller may do as one of the staff. */
type Standing = Pick<SignedInUser, 'role' | 'rights' | 'lacksFactor'>

/** The same, of whom it is asked too whether it is of the staff. */
export type Caller = Owner & Standing

/** Holds for the orders of a statement from or of `orders`. */
type OfOrders = RawBuilder<boolean>

/** Those of all customers, for the staff. */
export const ALL_ORDERS: OfOrders = sql`1 = 1`

/**
 * The orders that are the business of a session of its account. Anyone can register another person's e-mail: until it is verified,
 * what an admin entered for that e-mail is not. `emailVerified` is as it was read with the session, so that a call which began
 * before a reset verified the e-mail stays outside too.
 */
export const ownOrders = ({ id, emailVerified }: Owner): OfOrders =>
  emailVerified ? ordersOf(id) : ordersPlacedBy(id)

/**
 * Those of it that the caller may read as their customer, also cancelled ones, unless they were placed before the address was
 * proved.
 */
export const readableByOwner = (owner: Owner): OfOrders =>
  sql`(${ownOrders(owner)} and (orders.planted = 0 or orders.cancelled_at is null))`

/** Those that a caller may read, also as an approver or a manager of their company; staff who may see orders those of all. */
export const readableOrders = (caller: Caller): OfOrders =>
  hasRight(caller, MAY_READ_ORDERS)
    ? ALL_ORDERS
    : sql`(${readableByOwner(caller)} or ${ordersApprovedBy(caller)})`

/** Those that a caller may change as their customer may: staff may do it for any customer. */
export const changeableOrders = (caller: Caller): OfOrders =>
  hasRight(caller, 'orders') ? ALL_ORDERS : payableOrders(caller)

/**
 * Those of a caller that are still the caller's to pay, change and cancel: what was ordered for a company is that of its members, and
 * who has left it only reads it.
 */
export const payableOrders = (owner: Owner): OfOrders =>
  sql`(${ownOrders(owner)} and (orders.company_id is null or ${isMemberOf(owner.id, 'orders.company_id')}))`

/** Those that the caller may read as their customer, and about which the caller may still say something. */
export const writableByOwner = (owner: Owner): OfOrders =>
  sql`(${readableByOwner(owner)} and ${payableOrders(owner)})`

/** Those of the company of which the account is an approver or a manager. */
const ordersApprovedBy = ({ id }: Pick<Owner, 'id'>): OfOrders =>
  sql`(orders.company_id is not null and ${mayApproveIn(id, 'orders.company_id')})`

/** Those of a company. */
export const ordersOfCompany = (companyId: string): OfOrders => sql`orders.company_id = ${companyId}`

/**
 * The refusal of an order that is not among those: staff who have to set up a second factor before they see those of others learn that,
 * of any id alike.
 */
export const notAmongThem = (caller: Standing, wanted: Wanted = 'orders'): AppError =>
  holdsRight(caller, wanted) && !hasRight(caller, wanted) ? rightRequired(wanted, caller) : orderNotFound()

/** Those of an account, whoever placed them. */
export const ordersOf = (accountId: string): OfOrders => sql`orders.user_id = ${accountId}`

/** The same of several accounts. */
export const ordersOfAny = (accountIds: readonly string[]): OfOrders =>
  sql`orders.user_id in (${sql.join([...accountIds])})`

/** Those that were placed with an account, by whoever had it. */
export const ordersPlacedBy = (accountId: string): OfOrders =>
  sql`(${ordersOf(accountId)} and orders.entered_by is null)`

/** Those that an admin entered for an account. */
export const ordersEnteredFor = (accountId: string): OfOrders =>
  sql`(${ordersOf(accountId)} and orders.entered_by is not null)`

/** Those of an account that an admin entered, or those that were placed with it. */
export const ordersPlacedOrEntered = (accountId: string, isEntered: boolean): OfOrders =>
  isEntered ? ordersEnteredFor(accountId) : ordersPlacedBy(accountId)

/** Those that an admin entered, for whomever. */
export const ordersEnteredBy = (adminId: string): OfOrders => sql`orders.entered_by = ${adminId}`

/**
 * Those that count as one of their account for others: what an admin entered for an e-mail that is not verified may have been paid by
 * somebody else. The flag is bound, since PostgreSQL has a boolean there.
 */
export const COUNT_FOR_ACCOUNT: OfOrders = sql`(orders.entered_by is null or exists (
  select 1 from "user" as owner where owner."id" = orders.user_id and owner."emailVerified" = ${1}))`
