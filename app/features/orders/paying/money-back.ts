import { dayNumberAt } from '#kit/days/time-zone.ts'
import type { Db } from '#kit/db/db.ts'
import { centsToDollars, formatTotal } from '#kit/money.ts'
import { stopEntry } from '#kit/outbox/outbox.ts'
import { coverOrder } from '../backorders/cover-orders.ts'
import {
  changesOfDisputes,
  type Dispute,
  findDisputes,
  sumDisputes,
  writeDisputes,
} from '../disputes/order-disputes.ts'
import { mailCustomers } from '../mails/order-mails.ts'
import { type LockedOrder, lockOrder } from '../records/lock-order.ts'
import { putBackAll, putBackRefunded, resumeShipping } from '../records/put-back.ts'
import { writeStatus } from '../records/shipment-writes.ts'
import type { ShipmentLine } from '../schema.ts'
import { PROVIDER_ACTOR, type UnmatchedRefund } from '../states.ts'
import { transition } from '../steps/ask.ts'
import { recordStep } from '../steps/follow.ts'

/** What the payment provider has of a paid order's money, with the refunds whose outcome is unknown. Amounts in cents. */
export interface MoneyBack {
  readonly refundedCents: number
  readonly refundingCents: number
  readonly disputes: readonly Dispute[]
}

/**
 * A step of the refunded sum: who caused it, and what is refunded after it. `back` are pieces of it that go back to stock, or
 * all that are not shipped.
 */
export interface RefundedStep {
  readonly actor: string
  readonly toCents: number
  readonly hasFailed: boolean
  readonly back: 'all' | readonly ShipmentLine[]
}

/** What was recorded of a step: its event, and how many pieces went back to stock. */
export interface RecordedStep {
  readonly eventId: string | undefined
  readonly restocked: number
}

/**
 * Records on a locked order what went back of its money, with an event for each step of the refunded sum and for each changed
 * dispute. The refunds themselves are recorded before, since what is left to ship follows from them; `isShippedAgain`: pieces of
 * one that failed are to be shipped again.
 */
export async function recordMoneyBack(
  trx: Db,
  order: LockedOrder,
  change: {
    money: MoneyBack
    steps: readonly RefundedStep[]
    isShippedAgain: boolean
    at: number
    timeZone: string
  },
): Promise<RecordedStep[]> {
  const { money, steps, isShippedAgain, at, timeZone } = change
  const { refundedCents: refunded_cents, refundingCents: refunding_cents, disputes } = money
  const changedDisputes = changesOfDisputes(await findDisputes(trx, order.id), disputes)
  const sums = { refunded_cents, refunding_cents, ...sumDisputes(disputes) }
  // What else is new about a dispute, such as its deadline, moves no money.
  const isMoved =
    steps.length > 0 || Object.entries(sums).some(([name, sum]) => order[name as keyof typeof sums] !== sum)
  await trx
    .updateTable('orders')
    .set({ ...sums, ...(isMoved && { money_day: dayNumberAt(at, timeZone) }) })
    .where('id', '=', order.id)
    .execute()
  await writeDisputes(trx, order.id, disputes)
  const recorded: RecordedStep[] = []
  // A millisecond apart, so that the events are listed in this sequence.
  for (const [index, { actor, toCents, hasFailed, back }] of steps.entries()) {
    const restocked = await putBackOf(trx, order.id, back, at)
    const detail = `${formatTotal(centsToDollars(toCents))} in all${hasFailed ? ', because a refund failed' : ''}`
    const by = actor === PROVIDER_ACTOR ? 'provider' : 'staff'
    const step = transition(order, hasFailed ? 'miss money' : 'return money', { by, at })
    const eventId = await recordStep(trx, step, order, { actor, at: at + index, detail })
    recorded.push({ eventId, restocked })
  }
  const now = await lockOrder(trx, order.id)
  if (now && isShippedAgain) await writeStatus(trx, now)
  if (now) await resumeShipping(trx, now)
  if (now && (isShippedAgain || steps.some(({ hasFailed }) => hasFailed))) await coverOrder(trx, order.id, at)
  for (const [index, { state, amountCents }] of changedDisputes.entries()) {
    const isPart = amountCents < order.total_cents
    const detail = isPart ? `${state} ${formatTotal(centsToDollars(amountCents))}` : state
    const step = transition(order, 'dispute', { by: 'provider', at })
    await recordStep(trx, step, order, { actor: PROVIDER_ACTOR, at: at + index, detail })
  }
  return recorded
}

async function putBackOf(trx: Db, orderId: string, back: RefundedStep['back'], at: number): Promise<number> {
  // As the steps before have left it.
  const order = back.length > 0 ? await lockOrder(trx, orderId) : undefined
  if (!order) return 0
  if (back !== 'all') return putBackRefunded(trx, order, back, at)
  return order.restocked_at === null ? putBackAll(trx, order, at) : 0
}

/** Queues the mail that tells the customer of a refund by an admin. Returns its entry of the outbox. */
export async function mailRefunded(trx: Db, order: LockedOrder, at: number): Promise<string | undefined> {
  const [mailId] = await mailCustomers(trx, at, transition(order, 'return money', { by: 'staff', at }), order)
  return mailId
}

/** The same that it failed, unless the mail that tells of it was not tried: that one is stopped. */
export async function mailRefundFailed(
  trx: Db,
  order: LockedOrder,
  { refundedMailId, at }: { readonly refundedMailId: string; readonly at: number },
): Promise<string | undefined> {
  if (await stopEntry(trx, refundedMailId, { isUntried: true })) return undefined
  const [mailId] = await mailCustomers(
    trx,
    at,
    transition(order, 'miss money', { by: 'provider', at }),
    order,
  )
  return mailId
}

/** Adds to the sum of an order's refunds whose outcome is unknown, or takes from it. */
export function addRefunding(trx: Db, orderId: string, cents: number) {
  return trx
    .updateTable('orders')
    .set((eb) => ({ refunding_cents: eb('refunding_cents', '+', cents) }))
    .where('id', '=', orderId)
    .execute()
}

/** Records the state of the refund of an unmatched payment for the order; null once it is refunded. */
export async function recordUnmatchedRefund(
  trx: Db,
  orderId: string,
  refund: UnmatchedRefund | null,
): Promise<void> {
  await trx.updateTable('orders').set({ unmatched_refund: refund }).where('id', '=', orderId).execute()
}
