import { sql } from 'kysely'
import {
  findOrderingAccounts,
  findSessionUser,
  findVerified,
  type SignedInUser,
} from '#features/accounts/accounts.ts'
import type { HoldHours } from '#features/accounts/hold-hours.ts'
import type { Db } from '#kit/db/db.ts'
import { centsToDollars, formatTotal } from '#kit/money.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { upperFirst } from '#kit/text/first-letter.ts'
import { DAY_MS, HOUR_MS } from '#kit/time.ts'
import { ordersOfAny } from '../owners/own-orders.ts'
import type { OrderRow } from '../records/order-rows.ts'
import { orderRefusals } from '../refusals.ts'
import type { Buyer } from './buyer.ts'
import type { NewOrder } from './new-order.ts'

/** What the unpaid orders of an account may be until its e-mail is verified. */
const UNVERIFIED = { orders: 10, heldCents: 500_000, holdMs: HOUR_MS, cancelled: 20 } as const

/** So many orders of an account are cancelled or lapse within a day before it can place no more. */
const MOST_CANCELLED = 100

/** An unpaid order does not count when its hold ended longer ago than this: it is about to be cancelled. */
const OVERDUE_MS = DAY_MS

/** What the unpaid orders of a customer may be at a time. */
export interface UnpaidLimits {
  readonly isVerified: boolean
  readonly orders: number
  /** What they may be worth together. */
  readonly heldCents: number
  /** How many of its orders may have been cancelled, or may have lapsed, since `cancelledAfter`. */
  readonly cancelled: number
  readonly cancelledAfter: number
  /** Only orders whose holds ended after this time count: see `OVERDUE_MS`. */
  readonly heldAfter: number
}

/** What the customer's unpaid orders may be; undefined when `RATE_LIMITS` turns the limits off. */
export function unpaidLimitsOf(
  { config, now }: Shop,
  { emailVerified: isVerified }: Pick<SignedInUser, 'emailVerified'>,
): UnpaidLimits | undefined {
  if (config.rateLimits !== 'on') return undefined
  const { maxUnpaidOrders, maxHeldCents } = config
  const heldAfter = now() - OVERDUE_MS
  return {
    isVerified,
    orders: isVerified ? maxUnpaidOrders : Math.min(UNVERIFIED.orders, maxUnpaidOrders),
    heldCents: isVerified ? maxHeldCents : Math.min(UNVERIFIED.heldCents, maxHeldCents),
    cancelled: isVerified ? MOST_CANCELLED : UNVERIFIED.cancelled,
    cancelledAfter: now() - DAY_MS,
    heldAfter,
  }
}

/** How long an order of a customer with these limits holds its pieces. */
export const holdOf = ({ config }: Shop, limits: UnpaidLimits | undefined): number =>
  limits?.isVerified === false ? Math.min(UNVERIFIED.holdMs, config.holdMs) : config.holdMs

/** How long the pieces of an unpaid order are held, and how many orders may be, as pages say it before ordering. */
export function holdHoursOf(shop: Shop): HoldHours {
  const limits = unpaidLimitsOf(shop, { emailVerified: false })
  const unconfirmedMs = holdOf(shop, limits)
  return {
    hours: shop.config.holdMs / HOUR_MS,
    ...(unconfirmedMs < shop.config.holdMs && { unconfirmedHours: unconfirmedMs / HOUR_MS }),
    ...(limits && { unconfirmedMost: { orders: limits.orders, dollars: centsToDollars(limits.heldCents) } }),
  }
}

/**
 * The customer as the database has it now, for another try: the e-mail may have been verified since the call began. Refused
 * (401) when the session has ended: a reset that verifies the address ends it, and clears what was ordered before, and nothing is
 * ordered with an account that its owner deletes meanwhile.
 */
export async function refreshCustomer(shop: Shop, customer: SignedInUser): Promise<SignedInUser> {
  const now = await findSessionUser(shop, 'id', customer.sessionId)
  if (!now) throw new AppError('not_signed_in', 'Sign in first.')
  return now
}

/**
 * Locks the customers of new orders. Until the transaction ends no other
 * process can place orders for them, verify their e-mail or delete them: SQLite has a single writer, and on PostgreSQL each
 * customer is locked, always in the same order and before products and orders, so that no deadlock arises.
 */
export async function lockBuyers(trx: Db, orders: readonly NewOrder[]): Promise<void> {
  const locked = orders.filter(({ limits, enteredBy }) => limits || enteredBy)
  const customers = [...new Set(locked.map(({ order }) => order.user_id))]
  if (customers.length > 0) await lockCustomers(trx, customers)
  const others = orders.map(({ order }) => order.user_id).filter((id) => !customers.includes(id))
  if (others.length === 0) return
  // The lock that their orders take anyway: only a deletion waits for it.
  const kept = trx
    .selectFrom('user')
    .select('id')
    .where('id', 'in', [...new Set(others)])
    .orderBy('id')
  await kept.forKeyShare().execute()
}

/** Those of the new orders whose account is deleted or banned since. Lock the customers before. */
export async function findAbandoned(trx: Db, orders: readonly NewOrder[]): Promise<ReadonlySet<NewOrder>> {
  const [first] = orders
  if (!first) return new Set()
  const customers = orders.map(({ order }) => order.user_id)
  const able = await findOrderingAccounts(trx, customers, first.order.created_at)
  return new Set(orders.filter(({ order }) => !able.has(order.user_id)))
}

/** The unpaid orders that count together: how many, what they are worth, and how many were cancelled lately. */
export interface Unpaid {
  readonly orders: number
  readonly cancelled: number
  readonly heldCents: number
  /** Whether the customer has verified the e-mail, which may be after the limits were read. */
  readonly isVerified: boolean
}

/** An order whose customer may have so many unpaid ones; without limits nothing is asked. */
export interface LimitedOrder extends CountedOrder {
  readonly limits: UnpaidLimits | undefined
  /** Whether its customer is known to have verified the e-mail. */
  readonly isVerified: boolean
}

type CountedOrder = Pick<OrderRow, 'user_id' | 'entered_by'>

/** The unpaid orders of customers who have limits. */
export interface UnpaidOrders {
  /** Those that count with this order; undefined when its customer has no limits. */
  with(order: CountedOrder): Unpaid | undefined
  /** Counts one more. */
  add(order: CountedOrder, totalCents: number): void
}

/**
 * The unpaid orders of the customers of these orders. Until the e-mail is verified, what admins entered for it counts apart: whoever
 * registered may be somebody else, who could leave no room for it, and would learn of it. Lock the customers before; see
 * {@link lockBuyers}.
 */
export async function findUnpaid(trx: Db, asked: readonly LimitedOrder[]): Promise<UnpaidOrders> {
  const limited = asked.flatMap(({ limits, ...order }) => (limits ? [{ ...order, limits }] : []))
  if (limited.length === 0) return { with: () => undefined, add: () => {} }
  const customers = [...new Set(limited.map(({ user_id }) => user_id))]
  const isEntered = sql<0 | 1>`case when entered_by is null then 0 else 1 end`
  const rows = await trx
    .selectFrom('orders')
    .select(['user_id', isEntered.as('isEntered')])
    .select((eb) => [eb.fn.countAll<number>().as('orders'), eb.fn.sum<number>('total_cents').as('heldCents')])
    .where(ordersOfAny(customers))
    .where('cancelled_at', 'is', null)
    .where('paid_at', 'is', null)
    // Those on account have the limit of their credit.
    .where('account_days', 'is', null)
    .where('hold_until', '>', Math.min(...limited.map(({ limits }) => limits.heldAfter)))
    .groupBy(['user_id', isEntered])
    .execute()
  const cancelled = await trx
    .selectFrom('orders')
    .select(['user_id', isEntered.as('isEntered')])
    .select((eb) => eb.fn.countAll<number>().as('cancelled'))
    .where(ordersOfAny(customers))
    .where('cancelled_at', '>', Math.min(...limited.map(({ limits }) => limits.cancelledAfter)))
    .groupBy(['user_id', isEntered])
    .execute()
  const [known, asking] = [true, false].map((is) =>
    limited.filter(({ isVerified }) => isVerified === is).map(({ user_id }) => user_id),
  )
  const verified = new Set([...(known ?? []), ...(await findVerified(trx, asking ?? []))])
  const counts = [
    ...rows.map((row) => ({ ...row, cancelled: 0 })),
    ...cancelled.map((row) => ({ ...row, orders: 0, heldCents: 0 })),
  ]
  return countUnpaid(
    customers,
    verified,
    counts.map((row) => ({ ...row, entered_by: row.isEntered === 1 ? '' : null })),
  )
}

function countUnpaid(
  customers: readonly string[],
  verified: ReadonlySet<string>,
  rows: readonly (CountedOrder & Omit<Unpaid, 'isVerified'>)[],
): UnpaidOrders {
  const counted = new Map<string, Omit<Unpaid, 'isVerified'>>()
  const keyOf = ({ user_id, entered_by }: CountedOrder) =>
    entered_by !== null && !verified.has(user_id) ? `${user_id} entered` : user_id
  const none = { orders: 0, heldCents: 0, cancelled: 0 }
  const add = (order: CountedOrder, added: Omit<Unpaid, 'isVerified'>) => {
    const { orders, heldCents, cancelled } = counted.get(keyOf(order)) ?? none
    counted.set(keyOf(order), {
      orders: orders + added.orders,
      heldCents: heldCents + Number(added.heldCents),
      cancelled: cancelled + added.cancelled,
    })
  }
  for (const row of rows) add(row, row)
  return {
    with: (order) =>
      customers.includes(order.user_id)
        ? { ...(counted.get(keyOf(order)) ?? none), isVerified: verified.has(order.user_id) }
        : undefined,
    add: (order, heldCents) => add(order, { orders: 1, heldCents, cancelled: 0 }),
  }
}

/**
 * Lets one transaction at a time place orders for these customers or verify their e-mail, by the rows of their accounts; call
 * it before a product or an order is locked.
 */
export async function lockCustomers(trx: Db, customers: readonly string[]): Promise<void> {
  await trx
    .selectFrom('user')
    .select('id')
    .where('id', 'in', customers)
    .orderBy('id')
    // Not `for update`, for which all rows that refer to an account would wait.
    .forNoKeyUpdate()
    .execute()
}

/** Which limit of its customer an order exceeds; `heldCents` is what the other unpaid orders are worth. */
export type Exceeded = 'too many unpaid' | 'too many cancelled' | { readonly heldCents: number }

/** The refusal of an order that exceeds the limits of its customer. */
export function limitRefusal(
  shop: Shop,
  { enteredBy }: Buyer,
  limits: UnpaidLimits,
  exceeded: Exceeded,
): AppError {
  if (exceeded === 'too many cancelled') return tooManyCancelled(limits, enteredBy !== undefined)
  const isTooMany = exceeded === 'too many unpaid'
  const refusal = isTooMany ? tooManyUnpaid(shop, limits) : tooMuchHeld(shop, limits, exceeded.heldCents)
  if (!enteredBy) return refusal
  const what = isTooMany
    ? `The customer has ${limits.orders} unpaid orders, the most at a time`
    : `The unpaid orders of a customer can be worth ${formatTotal(centsToDollars(limits.heldCents))} in all, and this one would exceed that`
  const { tooManyUnpaid: tooMany, tooMuchHeld: tooMuch } = orderRefusals
  const detail = `${what}. One has to be paid or cancelled first.`
  return new AppError(isTooMany ? tooMany : tooMuch, detail, refusal.extras)
}

/** The refusal of an order of a customer whose orders were cancelled again and again. */
function tooManyCancelled({ cancelled, isVerified }: UnpaidLimits, isEntered: boolean): AppError {
  const whose = isEntered ? 'the customer’s' : 'your'
  const until = isVerified ? '' : ' until your e-mail is confirmed'
  const next =
    isVerified || isEntered ? 'Place this order tomorrow.' : 'Confirm your e-mail, or order tomorrow.'
  const detail = `${cancelled} of ${whose} orders were cancelled or lapsed within a day, the most there can be${until}. ${next}`
  return new AppError(orderRefusals.tooManyCancelled, detail)
}

/** The refusal of one more unpaid order. */
function tooManyUnpaid({ config }: Shop, { orders }: UnpaidLimits): AppError {
  const detail =
    orders < config.maxUnpaidOrders
      ? `You have ${orders} unpaid orders, the most until your e-mail is confirmed. Pay or cancel one, or confirm your e-mail to have up to ${config.maxUnpaidOrders}.`
      : `You have ${orders} unpaid orders, the most at a time. Pay or cancel one, then place this order again.`
  return new AppError(orderRefusals.tooManyUnpaid, detail)
}

/** The refusal of an order with which the unpaid orders, now worth `heldCents`, would be worth too much. */
export function tooMuchHeld({ config }: Shop, limits: UnpaidLimits, heldCents: number): AppError {
  const dollars = { held: centsToDollars(heldCents), maximum: centsToDollars(limits.heldCents) }
  const most = formatTotal(dollars.maximum)
  const isRaised = limits.heldCents < config.maxHeldCents
  const raised = formatTotal(centsToDollars(config.maxHeldCents))
  const limit = `Unpaid orders can be worth ${most} in all${isRaised ? ' until your e-mail is confirmed' : ''}`
  const now = heldCents > 0 ? `, and yours are worth ${formatTotal(dollars.held)}` : ''
  const verify = isRaised ? `Confirm your e-mail to order up to ${raised}` : undefined
  const pay = heldCents > 0 ? 'pay or cancel an unpaid order' : 'order less, pay, then order the rest'
  const ways = verify === undefined ? upperFirst(pay) : `${verify}, or ${pay}`
  return new AppError(orderRefusals.tooMuchHeld, `${limit}${now}. ${ways}.`, dollars)
}
