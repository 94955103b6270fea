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
import { DAY_MS, HOUR_MS } from '#kit/time.ts'
import { orderRefusals } from '../refusals.ts'
import type { Buyer } from './buyer.ts'
import type { NewOrder } from './new-order.ts'

/** What the unpaid orders of an account may be until its e-mail is verified. */
const UNVERIFIED = { orders: 10, heldCents: 500_000, holdMs: HOUR_MS } as const

/** An unpaid order does not count when its hold ended longer ago than this: it is about to be cancelled. */
const OVERDUE_MS = DAY_MS

/** What the unpaid orders of a customer may be at a time. */
export interface UnpaidLimits {
  readonly isVerified: boolean
  readonly orders: number
  /** What they may be worth together. */
  readonly heldCents: number
  /** Only orders that were placed after this time count, and whose holds ended after that one: see `OVERDUE_MS`. */
  readonly placedAfter: number
  readonly heldAfter: number
}

/** What the customer's unpaid orders may be; undefined when `RATE_LIMITS` turns the limits off. */
export function unpaidLimitsOf(
  { config, now }: Shop,
  { emailVerified: isVerified }: Pick<SignedInUser, 'emailVerified'>,
): UnpaidLimits | undefined {
  if (config.rateLimits !== 'on') return undefined
  const { maxUnpaidOrders, maxHeldCents, holdMs } = config
  const heldAfter = now() - OVERDUE_MS
  return {
    isVerified,
    orders: isVerified ? maxUnpaidOrders : Math.min(UNVERIFIED.orders, maxUnpaidOrders),
    heldCents: isVerified ? maxHeldCents : Math.min(UNVERIFIED.heldCents, maxHeldCents),
    placedAfter: heldAfter - holdMs,
    heldAfter,
  }
}

/** How long an order of a customer with these limits holds its pieces. */
export const holdOf = ({ config }: Shop, limits: UnpaidLimits | undefined): number =>
  limits?.isVerified === false ? Math.min(UNVERIFIED.holdMs, config.holdMs) : config.holdMs

/** How long the pieces of an unpaid order are held, as pages say it before ordering. */
export function holdHoursOf(shop: Shop): HoldHours {
  const unconfirmedMs = holdOf(shop, unpaidLimitsOf(shop, { emailVerified: false }))
  return {
    hours: shop.config.holdMs / HOUR_MS,
    ...(unconfirmedMs < shop.config.holdMs && { unconfirmedHours: unconfirmedMs / HOUR_MS }),
  }
}

/**
 * The customer as the database has it now, for another try: the e-mail may have been verified since the call began. Refused
 * (401) when the session has ended: a reset that verifies the address ends it, and clears what was ordered before.
 */
export async function refreshCustomer(shop: Shop, customer: SignedInUser): Promise<SignedInUser> {
  if (customer.emailVerified) return customer
  const now = await findSessionUser(shop, 'id', customer.sessionId)
  if (!now) throw new AppError('not_signed_in', 'Sign in first.')
  return now
}

/**
 * Locks the customers of new orders who have limits, or for whom an admin enters one. Until the transaction ends no other
 * process can place orders for them, verify their e-mail or delete them: SQLite has a single writer, and on PostgreSQL each
 * customer is locked, always in the same order and before products and orders, so that no deadlock arises.
 */
export async function lockBuyers(trx: Db, orders: readonly NewOrder[]): Promise<void> {
  const locked = orders.filter(({ limits, enteredBy }) => limits || enteredBy)
  const customers = [...new Set(locked.map(({ order }) => order.user_id))]
  if (customers.length > 0) await lockCustomers(trx, customers)
}

/** Those of the new orders that an admin enters for an account that is deleted or banned since. Lock the customers before. */
export async function findAbandoned(trx: Db, orders: readonly NewOrder[]): Promise<ReadonlySet<NewOrder>> {
  const entered = orders.filter(({ enteredBy }) => enteredBy)
  const [first] = entered
  if (!first) return new Set()
  const customers = entered.map(({ order }) => order.user_id)
  const able = await findOrderingAccounts(trx, customers, first.order.created_at)
  return new Set(entered.filter(({ order }) => !able.has(order.user_id)))
}

/** The unpaid orders of a customer: how many, and what they are worth. */
export interface Unpaid {
  readonly orders: number
  readonly heldCents: number
  /** Whether the customer has verified the e-mail, which may be after the limits were read. */
  readonly isVerified: boolean
}

/** A customer whose unpaid orders may be worth so much; without limits nothing is asked. */
export interface LimitedCustomer {
  readonly customer: string
  readonly limits: UnpaidLimits | undefined
}

/**
 * The unpaid orders of these customers, by user id; those without limits are left out. Lock the customers before; see
 * {@link lockBuyers}.
 */
export async function findUnpaid(trx: Db, asked: readonly LimitedCustomer[]): Promise<Map<string, Unpaid>> {
  const limited = asked.flatMap(({ customer, limits }) => (limits ? [{ customer, limits }] : []))
  const customers = [...new Set(limited.map(({ customer }) => customer))]
  if (customers.length === 0) return new Map()
  const rows = await trx
    .selectFrom('orders')
    .select('user_id')
    .select((eb) => [eb.fn.countAll<number>().as('orders'), eb.fn.sum<number>('total_cents').as('heldCents')])
    .where('user_id', 'in', customers)
    .where('cancelled_at', 'is', null)
    .where('paid_at', 'is', null)
    // Otherwise the count would read all paid orders of the customer.
    .where('created_at', '>', Math.min(...limited.map(({ limits }) => limits.placedAfter)))
    .where('hold_until', '>', Math.min(...limited.map(({ limits }) => limits.heldAfter)))
    .groupBy('user_id')
    .execute()
  const unverified = limited.filter(({ limits }) => !limits.isVerified).map(({ customer }) => customer)
  const verified = await findVerified(trx, unverified)
  const counted = new Map(rows.map((row) => [row.user_id, row]))
  return new Map(
    customers.map((id) => {
      const { orders = 0, heldCents = 0 } = counted.get(id) ?? {}
      return [id, { orders, heldCents, isVerified: verified.has(id) }]
    }),
  )
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

/** The refusal of an order that exceeds the limits of its customer. */
export function limitRefusal(
  shop: Shop,
  { enteredBy }: Buyer,
  limits: UnpaidLimits,
  exceeded: 'too many unpaid' | { readonly heldCents: number },
): AppError {
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

/** The refusal of one more unpaid order. */
function tooManyUnpaid({ config }: Shop, { orders }: UnpaidLimits): AppError {
  const detail =
    orders < config.maxUnpaidOrders
      ? `You have ${orders} unpaid orders, the most until your e-mail is verified. Pay or cancel one, or verify your e-mail to have up to ${config.maxUnpaidOrders}.`
      : `You have ${orders} unpaid orders, the most at a time. Pay or cancel one, then place this order again.`
  return new AppError(orderRefusals.tooManyUnpaid, detail)
}

/** The refusal of an order with which the unpaid orders, now worth `heldCents`, would be worth too much. */
export function tooMuchHeld({ config }: Shop, limits: UnpaidLimits, heldCents: number): AppError {
  const dollars = { held: centsToDollars(heldCents), maximum: centsToDollars(limits.heldCents) }
  const most = formatTotal(dollars.maximum)
  const isRaised = limits.heldCents < config.maxHeldCents
  const raised = formatTotal(centsToDollars(config.maxHeldCents))
  const limit = `Unpaid orders can be worth ${most} in all${isRaised ? ' until your e-mail is verified' : ''}`
  const now = heldCents > 0 ? `, and yours are worth ${formatTotal(dollars.held)}` : ''
  const verify = isRaised ? `Verify your e-mail to order up to ${raised}` : undefined
  const pay = heldCents > 0 ? 'pay or cancel an unpaid order' : 'order less, pay, then order the rest'
  const ways = verify === undefined ? pay.charAt(0).toUpperCase() + pay.slice(1) : `${verify}, or ${pay}`
  return new AppError(orderRefusals.tooMuchHeld, `${limit}${now}. ${ways}.`, dollars)
}
